import { HashTable } from "../../../lib/numbers/hash-table";
import { codePoint, sizeOf } from "../../../lib/text/utf8";

/**
 * Frequent words of the languages that most pages of the web are in. Detectors that know trigrams name a language for lists of
 * names and identifiers too (docs/decisions/0011). Different words of this kind are what makes sentences.
 */
const WORDS: Record<string, string> = {
  en: "the of and to is that for it with was be by this are from at have not you can which will if when all",
  de: "der die und das ist nicht ein eine mit auf für von den dem sich des wird auch werden oder wenn kann zu sie aus nach wir ihr ihre hat haben noch nur mehr alle am im um einen einem einer vom zum zur",
  fr: "le les et des est une du pour dans que qui pas sur vous par avec ce sont cette être ou au plus peut aux il elle nous leur leurs son ses comme même tout tous toute doit ont été sans entre après dont aussi",
  es: "el los y las una por para con es del se no más como su este pero puede está son cuando esta sobre sin ni fue han tiene todos toda ser hay muy entre desde hasta otros nos cada donde también tienen deben",
  pt: "o os e do da em um uma para com não dos das é ao como por mais são pode você ser pela está seu nas nos até sem foi também quando muito mas há ter todos cada seus sua onde tem isso",
  it: "il di che è per una non con sono del della gli dei nel anche alla si questo più può come essere delle dalla dal nella nei sulla tra ha hanno deve tutti ogni loro suo sua dove quando cui fino stato",
  nl: "de het een van en dat niet voor met zijn op te aan wordt kan worden deze bij ook naar maar dit als door hij ze we wij je er nog geen heeft hebben werd uit over wat zo tot veel meer alle moet",
  sv: "och att är som för det en av på med till inte den ett om kan från har du eller när detta ska vid jag vi man blir varje utan mot mellan alla mycket mer skulle sig sin kommer under också där de",
  da: "og at er det af til en på med for ikke den som der kan et fra har du eller når dette skal ved vi man bliver blev uden mod mellem alle meget mere sig sin kommer under også hvor være hvis de",
  no: "og å er det av til en på med for ikke den som kan et fra har du eller når dette skal ved men vi man blir ble uten mot mellom alle mye mer seg sin kommer under også hvor være hvis de",
  fi: "ja on ei että se kun tai ovat voi joka mutta myös sen niin kuin jos tämä olla ole sekä sitä voidaan hän oli hänen jossa jotka vain kaikki siitä jonka kanssa mukaan ennen jälkeen koska asti ne niiden",
  pl: "i w nie się na jest do to że z jak lub dla są przez może tego oraz po jeśli od być tym który ma ich jego ale gdy można bez nad pod wszystkich także czy ze która które swej swych mają",
  cs: "a se na je v že to není pro jako nebo jsou s z k být pokud který lze při by až po také jsem jsme byl která jeho jejich ale aby když bez pod nad mezi své všech musí si kde dokud odkud",
  hu: "a az és hogy nem egy is ha vagy meg van ez csak ezt mint volt lehet kell lesz amely után azt vannak minden előtt között nagyon ami aki mely való azok így amíg ahonnan lenniük",
  ro: "și de în la nu este că o cu pe pentru sunt din mai care fi sau un dacă prin poate ca să au fost după toate fiecare între fără către unei unui acest această ei lor îi ne",
  tr: "ve bir bu için ile olarak olan da de daha gibi veya değil ne var en çok sonra ya her kadar ise önce tüm diğer biz siz onun olduğu olması vardır yok mi ki olur gerekir",
  id: "yang dan di untuk dari dengan ini dalam tidak pada adalah akan itu ke atau dapat oleh anda juga sebagai bisa mereka kami kita setiap harus telah sudah karena serta lebih antara semua seperti hanya jika sana ada sampai",
  vi: "và của là có không cho các trong được một với người này những để khi bạn từ đã đến thể tôi",
  ca: "el els i les una per amb és del que no més com aquest però pot està són quan aquesta sobre dels tots tota sense entre fins també cada seu seva altres han té",
  ru: "и в не на что с по это для как из от но если или можно к то при его также быть вы они который которые все всех без только уже же так мы их ее после между должен пока откуда",
  uk: "і в не на що з для як та це від але якщо або до може є бути ви його при також їх він які який всі без тільки вже так ми після між повинен поки звідки",
  bg: "и в на не за да се от е са като по или това при ще но как може ако до които един който всички без само вече така ние него тях след между трябва докато откъдето",
};

/** Languages too close to tell apart by frequent words. */
const FAMILIES = ["da nn no sv", "es ca gl pt", "cs sk", "id ms", "ru be uk bg mk sr", "nl af"];

/** Scripts, the languages that use them, and how many letters one character counts for: an ideograph carries more. */
const SCRIPTS: ReadonlyArray<readonly [letters: RegExp, languages: string, weight?: number]> = [
  [/\p{Script=Latin}/gu, ""],
  [/\p{Script=Cyrillic}/gu, "ru uk bg be mk sr kk ky tg mn bs tt os"],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, "zh ja yue ko", 3],
  [/\p{Script=Hangul}/gu, "ko"],
  [/\p{Script=Arabic}/gu, "ar fa ur ps ug ku ckb sd ks az"],
  [/\p{Script=Hebrew}/gu, "he yi"],
  [/\p{Script=Greek}/gu, "el"],
  [/\p{Script=Devanagari}/gu, "hi mr ne sa"],
  [/\p{Script=Thai}/gu, "th"],
  [/\p{Script=Bengali}/gu, "bn as"],
  [/\p{Script=Gurmukhi}/gu, "pa"],
  [/\p{Script=Gujarati}/gu, "gu"],
  [/\p{Script=Oriya}/gu, "or"],
  [/\p{Script=Tamil}/gu, "ta"],
  [/\p{Script=Telugu}/gu, "te"],
  [/\p{Script=Kannada}/gu, "kn"],
  [/\p{Script=Malayalam}/gu, "ml"],
  [/\p{Script=Sinhala}/gu, "si"],
  [/\p{Script=Lao}/gu, "lo"],
  [/\p{Script=Khmer}/gu, "km"],
  [/\p{Script=Myanmar}/gu, "my"],
  [/\p{Script=Georgian}/gu, "ka"],
  [/\p{Script=Armenian}/gu, "hy"],
  [/\p{Script=Ethiopic}/gu, "am ti"],
];

/** Only Japanese has these. */
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Characters of the first look, which almost every page passes, and of each of the places of the second. */
const SAMPLE = 600;
const PLACES = 6;
/** Texts with fewer letters are not judged. */
const MIN_LETTERS = 300;
/** Share of the letters that are of the text's script. Names and code may be in another. */
const MIN_SCRIPT_SHARE = 0.7;
/** Shares of frequent words: enough for the declared language, enough for another, and enough if no list has the declared one. */
const OWN_SHARE = 0.08;
const OTHER_SHARE = 0.18;
const OTHER_SHARE_OF_UNKNOWN = 0.3;
const MIN_RATIO = 3;
/** How many different frequent words sentences have, and the share of them that one may make up. */
const MIN_DIFFERENT = 6;
const MAX_ONE_WORD = 0.5;
/** Share of the words that begin with a capital: names, titles and constants have more than sentences, German ones included. */
const MAX_CAPITALS = 0.5;

const LANGUAGES = Object.keys(WORDS);
const encoder = new TextEncoder();
/** The languages of each frequent word, by its hash: bits, in the order of LANGUAGES. */
const FREQUENT = new HashTable();
/** Bytes of the longest frequent word. */
let maxWord = 0;
LANGUAGES.forEach((language, i) => {
  for (const word of WORDS[language]!.split(" ")) {
    const bytes = encoder.encode(word);
    const hash = bytes.reduce(mixed, 0) >>> 0;
    FREQUENT.set(hash, Math.max(0, FREQUENT.get(hash)) | (1 << i));
    maxWord = Math.max(maxWord, bytes.length);
  }
});

/** The hash of a word with one more byte. */
function mixed(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x5bd1e995);
}

/**
 * The language that a text is written in, as a code, if that is certainly not `declared` (a primary language subtag).
 * Null: it may well be the declared one, or its words don't show it. `prose`: the text without code and quotations.
 */
export function otherLanguageOf(text: string, declared: string, prose: () => string = () => text): string | null {
  const start = Math.max(0, (text.length - SAMPLE) >> 1);
  const first = countWords(text.slice(start, start + SAMPLE));
  const own = shareOf(declared, first);
  if (own >= OWN_SHARE && 2 * own * first.words >= Math.max(...first.frequent.values())) return null;
  return judge(sampleOf(prose()), declared);
}

/** A text, or if it is long, parts from its whole length: a manual may begin in one language and go on in another. */
function sampleOf(text: string): string {
  if (text.length <= PLACES * SAMPLE) return text;
  const step = Math.floor((text.length - SAMPLE) / (PLACES - 1));
  return Array.from({ length: PLACES }, (_, i) => text.slice(i * step, i * step + SAMPLE)).join(" ");
}

/** How many letters a text has of each script. Most texts are plain ASCII, which has letters of the first one only. */
function scriptCounts(text: string, { letters, isAscii }: WordCounts): number[] {
  if (isAscii) return [letters];
  return SCRIPTS.map(([pattern, , weight = 1]) => weight * (text.match(pattern)?.length ?? 0));
}

function judge(text: string, declared: string): string | null {
  const counted = countWords(text);
  const counts = scriptCounts(text, counted);
  const most = Math.max(...counts);
  const languages = SCRIPTS[counts.indexOf(most)]![1].split(" ");
  if (most < MIN_LETTERS || most < MIN_SCRIPT_SHARE * counts.reduce((sum, count) => sum + count, 0)) return null;
  // Words can only tell apart languages in Latin and Cyrillic letters.
  const hasScriptOfItsOwn = languages[0] !== "" && languages[0] !== "ru";
  if (hasScriptOfItsOwn) {
    if (languages.includes(declared) || isRare(declared)) return null;
    return languages[0] === "zh" && KANA.test(text) ? "ja" : languages[0]!;
  }
  if (counted.letters < MIN_LETTERS) return null;
  const [best, count] = [...counted.frequent].reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
  const share = count / counted.words;
  const isKnown = Object.hasOwn(WORDS, declared) || SCRIPTS.some(([, its]) => its.split(" ").includes(declared));
  const isOther = !FAMILIES.some(
    (family) => ` ${family} `.includes(` ${best} `) && ` ${family} `.includes(` ${declared} `),
  );
  if (best !== declared && isOther && share >= (isKnown || best === "en" ? OTHER_SHARE : OTHER_SHARE_OF_UNKNOWN))
    // What takes longest comes last.
    return share >= MIN_RATIO * shareOf(declared, counted) && isVaried(best, count, counted) && isOfSentences(text)
      ? best
      : null;
  return null;
}

/** Whether a language has a code of three letters, and is in no list, so that its scripts are not known. */
function isRare(language: string): boolean {
  return language.length > 2 && !SCRIPTS.some(([, its]) => its.split(" ").includes(language));
}

function isOfSentences(text: string): boolean {
  const words = text.match(/\p{L}+/gu) ?? [];
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return capitals <= MAX_CAPITALS * words.length;
}

/** Whether a language's frequent words in a text are different ones, as in sentences. */
function isVaried(language: string, count: number, { hits }: WordCounts): boolean {
  const bit = 1 << LANGUAGES.indexOf(language);
  const times = [...hits].flatMap(([hash, each]) => ((FREQUENT.get(hash) & bit) === 0 ? [] : [each]));
  return times.length >= MIN_DIFFERENT && Math.max(...times) <= MAX_ONE_WORD * count;
}

/** What the words of a text show. */
interface WordCounts {
  words: number;
  isAscii: boolean;
  /** Bytes of the words. */
  letters: number;
  /** How often each frequent word occurs, by its hash. */
  hits: Map<number, number>;
  /** How many words are among the frequent ones of each language that has any. */
  frequent: Map<string, number>;
}

function shareOf(language: string, { words, frequent }: WordCounts): number {
  return (frequent.get(language) ?? 0) / Math.max(1, words);
}

/** Room for the longest text that is read. Lower case may take more characters. */
const bytes = new Uint8Array(6 * PLACES * (SAMPLE + 1));

/** Counts the words of a text in one pass over its bytes: cutting each word out of it takes several times as long. */
function countWords(text: string): WordCounts {
  const lower = text.toLowerCase();
  const length = encoder.encodeInto(lower, bytes).written;
  const frequent = new Map<string, number>();
  const hits = new Map<number, number>();
  let words = 0;
  let letters = 0;
  const data = bytes;
  data[length] = 0;
  for (let i = 0; i < length; i++) {
    const start = i;
    let hash = 0;
    for (;;) {
      const byte = data[i]!;
      if (byte < 0x80) {
        if (byte < 97 || byte > 122) break;
        hash = mixed(hash, byte);
        i++;
      } else {
        // No letter begins in the middle of a character.
        if (byte < 0xc0 || !isLetter(codePoint(data, i))) break;
        for (const end = i + sizeOf(byte); i < end; i++) hash = mixed(hash, data[i]!);
      }
    }
    if (i === start || isPartOfName(data, start, i)) continue;
    words++;
    letters += i - start;
    const languages = i - start > maxWord ? 0 : Math.max(0, FREQUENT.get(hash >>> 0));
    if (languages !== 0) hits.set(hash >>> 0, (hits.get(hash >>> 0) ?? 0) + 1);
    for (let rest = languages; rest !== 0; rest &= rest - 1) {
      const language = LANGUAGES[31 - Math.clz32(rest & -rest)]!;
      frequent.set(language, (frequent.get(language) ?? 0) + 1);
    }
  }
  return { words, letters, isAscii: length === lower.length, frequent, hits };
}

const bytesOf = (text: string) =>
  Uint8Array.from({ length: 256 }, (_, byte) => +text.includes(String.fromCharCode(byte)));
/** ASCII characters that join words to names of packages, paths, options, variables and numbers. */
const JOINS_BEFORE = bytesOf("._/\\@#$%&=~-+*:0123456789");
const JOINS_AFTER = bytesOf("_/\\@#$=(0123456789");
const JOINS_BETWEEN = bytesOf(".-:");

/** Whether the letters from `start` to `end` are a part of an identifier, address or number, not a word of a sentence. */
function isPartOfName(data: Uint8Array, start: number, end: number): boolean {
  if (start > 0 && JOINS_BEFORE[data[start - 1]!] === 1) return true;
  const next = data[end]!;
  return JOINS_AFTER[next] === 1 || (JOINS_BETWEEN[next] === 1 && data[end + 1]! > 32);
}

/** 1: the character is a letter, 2: it is not, 0: not yet known. */
const KNOWN = new Uint8Array(0x10000);

function isLetter(code: number): boolean {
  if (code > 0xffff) return LETTER.test(String.fromCodePoint(code));
  return (KNOWN[code] ||= LETTER.test(String.fromCodePoint(code)) ? 1 : 2) === 1;
}

const LETTER = /\p{L}/u;
