import { parse } from "tldts";
import { inflectedForms } from "./inflection";
import { foldTerm } from "../words/fold";
import { formsOf } from "../words/languages";
import type { Subject, TrackedCompetitor } from "./subject";

/** A name to look for in folded prose. */
export interface Term {
  pattern: RegExp;
  /** Lower-case text without which the pattern can't match; rules out most brands cheaply. Empty: always search. */
  needle: string;
  /** The name counts only when capitalized. */
  needsCapital: boolean;
  /** The folded name as it is configured. */
  spelling: string;
  kind: "name" | "domain" | "seed";
  /** It matches with every ending. */
  isOpen: boolean;
  /** Patterns of its inflected forms in the given languages, each with its needle. */
  inflected: (languages: readonly string[]) => Inflected[];
}

export interface Inflected {
  pattern: RegExp;
  needle: string;
}

/** A brand with all its names. Key 0 is the monitored brand, 1… are the competitors in order. */
export interface Brand {
  key: number;
  name: string;
  terms: Term[];
  /** Host of its site; empty if unknown. */
  host: string;
  /** Folded words of its category in lower case. */
  category: string[];
}

/** The key of phrases that contain a brand's name and mean something else. */
export const EXCLUDED = -1;

export const LEGAL_FORM =
  /[\s,]+(?:inc|llc|ltd|limited|corp|corporation|co|company|gmbh|ag|se|kg|ug|plc|s\.? ?a\.?s?|s\.?r\.?l|s\.?p\.?a|b\.?v|n\.?v|oy|ab|a\/s|as|pty ltd|sp\. z o\.? ?o|spolka z o\.? ?o|s\.? ?r\.? ?o|a\.? ?s|spol\. s r\. ?o|d\.? ?o\.? ?o|kft|zrt|nyrt|oyj|aps|asa|s\.? ?l|s\.? ?l\.? ?u|ltda|s\.? ?a\.? de c\.? ?v|e\.? ?k|ohg|gbr|ug|mbh|eood|ood|tbk|pt|sdn bhd|pvt ltd|pte ltd|oü|as|sia|uab|ооо|оао|зао|пао|ао|тов|еоод|оод|ад|α\.? ?ε|株式会社|有限公司|有限责任公司|股份有限公司)\.?$/i;
const WORD_PARTS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L}{2})|[ _\u00b7\u30fb-]/gu;
/** Particles that Korean attaches to a name without a space. */
const KOREAN_PARTICLES =
  "은|는|이|가|을|를|의|에|에서|에도|에는|에서는|에서도|으로는|로는|와는|과는|보다는|이랑은|같은|같이|든|이든|이야|야|예요|이에요|인데|이지만|지만|라면|이라면|뿐|답게|측|씩|에게|와|과|도|로|으로|만|부터|까지|처럼|보다|이나|나|라는|이라는|라고|이라고|입니다|이다|이며|이고|께서|한테|하고|랑|이랑|조차|마저|밖에|대로|마다|이란|란|인|였|이었";

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/**
 * Characters that must not precede or follow a name, depending on the script at each edge. JavaScript's \b handles only
 * ASCII.
 */
function boundaries(first: string, last: string): { before: string; after: string } {
  return { before: before(first), after: after(last) };
}

function before(char: string): string {
  if (/[\p{sc=Latin}\p{N}]/u.test(char)) return String.raw`(?<![\p{sc=Latin}\p{N}\p{M}_])`;
  if (/[\p{sc=Katakana}ー]/u.test(char)) return String.raw`(?<![\p{sc=Katakana}ー])`;
  // Arabic attaches conjunctions, prepositions and the article to the word.
  if (/\p{sc=Arabic}/u.test(char)) return String.raw`(?<=(?<!\p{sc=Arabic})[وف]?(?:[بلك]|[بك]?ال|لل)?)`;
  if (/\p{sc=Hebrew}/u.test(char)) return String.raw`(?<=(?<!\p{sc=Hebrew})[ושכ]?[בלמה]?)`;
  return sameScript(char, (script) => String.raw`(?<![\p{sc=${script}}\p{M}])`);
}

function after(char: string): string {
  if (/[\p{sc=Latin}\p{N}]/u.test(char)) return String.raw`(?![\p{sc=Latin}\p{N}\p{M}_])`;
  if (/[\p{sc=Katakana}ー]/u.test(char)) return String.raw`(?![\p{sc=Katakana}ー])`;
  if (/\p{sc=Hangul}/u.test(char)) return String.raw`(?=(?:${KOREAN_PARTICLES}){0,2}(?!\p{sc=Hangul}))`;
  return sameScript(char, (script) => String.raw`(?![\p{sc=${script}}\p{M}])`);
}

/** Han, Hiragana, Thai, Khmer and others are written without spaces, so they have no boundary. */
function sameScript(char: string, build: (script: string) => string): string {
  const spaced = ["Cyrillic", "Greek", "Hangul", "Arabic", "Hebrew", "Armenian", "Georgian", "Devanagari", "Bengali"];
  const script = spaced.find((name) => new RegExp(String.raw`\p{sc=${name}}`, "u").test(char));
  return script === undefined ? "" : build(script);
}

const HAS_HAN = /\p{sc=Han}/u;
const HAN = /\p{sc=Han}/gu;
/** 海瀾之家 and 海澜之家 are one name. */
function eitherForm(char: string): string {
  const forms = formsOf(char);
  return forms === "" ? char : `[${forms}]`;
}

function namePattern(folded: string, open: boolean): string {
  const chars = Array.from(folded);
  const { before, after } = boundaries(chars[0]!, chars.at(-1)!);
  const body = folded
    .split(WORD_PARTS)
    .filter((part) => part !== "")
    .map((part) => escapeRegExp(part).replaceAll("'", "'?").replaceAll(HAN, eitherForm))
    .join("[ \\t_\\u00b7\\u30fb-]?");
  return before + body + (open ? String.raw`[\p{L}\p{M}]*` : after);
}

/** The longest part of a name that occurs unchanged in the text. Greek has two small sigmas, so Greek names have none. */
function needleOf(folded: string): string {
  if (/\p{sc=Greek}/u.test(folded)) return "";
  const parts = folded
    .split(WORD_PARTS)
    .flatMap((part) => part.split("'"))
    .flatMap((part) =>
      (HAS_HAN.test(part) ? Array.from(part, (char) => (formsOf(char) === "" ? char : " ")).join("") : part).split(" "),
    );
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), "").toLowerCase();
}

function nameTerm(name: string, kind: Term["kind"]): Term | null {
  const open = name.trim().endsWith("*");
  const folded = foldTerm(open ? name.trim().slice(0, -1) : name);
  if (!/[\p{L}\p{N}]/u.test(folded)) return null;
  const isShort = /^[A-Za-z]{1,3}$/.test(folded);
  // HP is not hp; longer names match in any case.
  const isInitials = isShort && folded === folded.toUpperCase();
  const pattern = new RegExp(namePattern(folded, open), isInitials ? "gu" : "giu");
  const inflects = !open;
  return {
    pattern,
    needle: needleOf(folded),
    needsCapital: isShort && !isInitials && folded !== folded.toLowerCase(),
    spelling: folded,
    kind,
    isOpen: open,
    inflected: inflects ? inflectedBy(folded, isInitials) : () => [],
  };
}

/** Compiles a name's inflected forms once per set of languages. */
function inflectedBy(folded: string, isInitials: boolean): Term["inflected"] {
  const compiled = new Map<string, Inflected>();
  const { before, after } = boundaries(folded[0]!, "a");
  const first = folded.split(/[ _-]/)[0]!.toLowerCase();
  const needle = needleOf(first.slice(0, Math.max(2, first.length - 2)));
  return (languages) =>
    inflectedForms(folded, languages).map((forms) => {
      const body = isInitials ? forms.replaceAll(folded.toLowerCase(), folded) : forms;
      const edge = /\p{sc=Latin}/u.test(folded) ? after : String.raw`(?![\p{L}\p{M}])`;
      const made = compiled.get(forms) ?? {
        pattern: new RegExp(before + body + edge, isInitials ? "gu" : "giu"),
        needle,
      };
      compiled.set(forms, made);
      return made;
    });
}

function domainTerm(host: string): Term {
  const literal = escapeRegExp(host);
  const pattern = String.raw`(?<![\p{sc=Latin}\p{N}.@-])(?:[a-z\d-]+\.)*${literal}(?![\p{sc=Latin}\p{N}-]|\.[\p{sc=Latin}\p{N}])`;
  return {
    pattern: new RegExp(pattern, "giu"),
    needle: host,
    needsCapital: false,
    spelling: host,
    kind: "domain",
    isOpen: false,
    inflected: () => [],
  };
}

/** The host of a domain or URL without `www.`; empty if there is none. */
export function bareHost(domainOrUrl: string | undefined): string {
  if (!domainOrUrl) return "";
  const url = URL.parse(/^https?:\/\//i.test(domainOrUrl) ? domainOrUrl : `http://${domainOrUrl}`);
  return url === null ? "" : url.host.replace(/^www\./, "");
}

/**
 * The name inside a domain, if it is safe to search for: at least four letters and similar to the brand's name ("acme"
 * of acme.com for "Acme CRM"). This way example.com does not make every "for example" a mention.
 */
function seed(host: string, name: string): string | null {
  const label = parse(host, { allowPrivateDomains: true }).domainWithoutSuffix ?? "";
  if (!/^\p{L}[\p{L}\p{N}-]{3,}$/u.test(label)) return null;
  if (name.trim() === "") return label;
  const squeeze = (text: string) =>
    foldTerm(text)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, "");
  return squeeze(name).startsWith(squeeze(label)) ? label : null;
}

function brand(key: number, { name, aliases = [], siteUrl, category = "" }: TrackedCompetitor): Brand {
  const host = bareHost(siteUrl);
  const seeded = seed(host, name);
  const names = new Set([name, name.replace(LEGAL_FORM, ""), ...aliases].filter((each) => each.trim() !== ""));
  const terms = [...names].map((each) => nameTerm(each, "name"));
  if (seeded !== null) terms.push(nameTerm(seeded, "seed"));
  if (host !== "") terms.push(domainTerm(host));
  return {
    key,
    name: name.trim() || seeded || host,
    terms: terms.filter((term) => term !== null),
    host,
    category: foldTerm(category)
      .toLowerCase()
      .split(/[\s,;/]+/)
      .filter((word) => word.length > 1),
  };
}

/** Phrases that contain a brand's name and mean something else. As the longest name wins, they take their place. */
function excluded({ excludePhrases = [], competitors }: Subject): Brand {
  const phrases = [...excludePhrases, ...competitors.flatMap((each) => each.excludePhrases ?? [])];
  const terms = phrases
    .flatMap((phrase) => nameTerm(phrase, "name") ?? [])
    .map((term) => Object.assign(term, { needsCapital: false, inflected: () => [] }));
  return { key: EXCLUDED, name: "", terms, host: "", category: [] };
}

/** Compiles everything to look for in the answers about one domain. */
export function brandsOf(subject: Subject): Brand[] {
  const own = {
    name: subject.brandName,
    aliases: subject.aliases,
    siteUrl: subject.domain,
    category: subject.category,
  };
  return [own, ...subject.competitors].map((each, i) =>
    brand(i, { ...each, category: each.category ?? subject.category }),
  );
}

/** Like `brandsOf`, with the phrases that are none of them. */
export function searchedFor(subject: Subject): Brand[] {
  return [...brandsOf(subject), excluded(subject)];
}
