import { joins, type Range } from "../words/clauses";
import { negates, WORD } from "../words/lexicon";
import { anyPhrase, phrasePattern } from "../words/phrases";
import { listsByLanguage } from "../words/words";

/** A problem that a brand solves blames nobody: "fixes slow searches", "fraud detection". */
export interface Relief {
  /** What solves a problem, and how it judges: 1, or −1 if it is denied. */
  solving: Array<Range & { side: 1 | -1 }>;
  /** The problems that are not the brand's. */
  problems: ReadonlySet<Range>;
}

interface Words {
  solving: RegExp | null;
  /** What deals with a problem without a judgement: "detects", "protection against". */
  dealing: RegExp | null;
  /** What follows a problem in the name of a feature: "tracking". */
  features: RegExp | null;
  /** As the end of one word: "Fehlerbehebung". */
  endings: RegExp | null;
  /** Somebody else solves it, or late. */
  burden: RegExp | null;
}

const lines = listsByLanguage("relieving");
const compiled = new Map<string, Words | null>();

function wordsOf(code: string): Words | null {
  const known = compiled.get(code);
  if (known !== undefined) return known;
  const lists = lines().get(code);
  const found = lists
    ? {
        solving: phrasePattern(lists[0]),
        dealing: phrasePattern(lists[1]),
        features: lists[2] ? new RegExp(String.raw`^[\s-]{0,2}の?(?:${anyPhrase(lists[2])})`, "iu") : null,
        endings: lists[2]
          ? new RegExp(`.{3}(?:${lists[2].replaceAll("*", String.raw`\p{L}{0,3}`).replaceAll(",", "|")})$`, "iu")
          : null,
        burden: phrasePattern(lists[3]),
      }
    : null;
  compiled.set(code, found);
  return found;
}

/** Verbs that are read in one clause. */
const MOST = 100;
/** How many of an answer's likely languages are asked. */
const LIKELY = 3;
/** Languages that put, or may put, the verb behind its object. */
const VERB_LAST = new Set(["de", "nl", "tr", "ja", "ko", "hi", "bn", "ur", "fa", "ta", "hu", "ka", "hy"]);
/** How far a problem may stand behind the verb that solves it, or behind another; and how far before. */
const REACH = 45;
const REACH_BACK = 50;
/** What begins a statement of its own: "it fixes errors, support is slow". */
const STATES =
  /[;()]|[,،、，] (?:(?:\S+ ){0,3}(?:is|are|was|were|has|have|can|will|ist|sind|hat|est|sont|a|ont|es|son|e|sono|sao|jest|sa|je|jsou)|which|die|der|das|qui|que|che|das|som)(?!\p{L})/iu;
const DENIED_AFTER =
  /^ (?:\p{L}+ )?(?:not|nicht|niet|inte|ikke|ekki|pas|jamais|nie|nooit|aldrig|aldri|kaum|selten|ない|ません|않)(?!\p{L})/u;
/** Ends that deny a verb in languages that put the denial last. */
const DENIED_END = /^\s?\S{0,8}?(?:ない|ません|않|못|नहीं|না|नही|mi?yor|maz|mez|mad[iı]|medi)/u;

function isDenied(text: string, { start, end }: Range): boolean {
  const before = text
    .slice(Math.max(0, start - 40), start)
    .split(/[,;:]/)
    .at(-1)!
    .toLowerCase()
    .match(WORD);
  return (
    (before?.slice(-4).some((word) => negates(word) || FAILS.test(word)) ?? false) ||
    DENIED_AFTER.test(text.slice(end, end + 30).toLowerCase()) ||
    DENIED_END.test(text.slice(end, end + 14))
  );
}
const FAILS =
  /^(?:fail\p{L}*|refus\p{L}*|unable|cannot|versaumt\p{L}*|weiger\p{L}*|unfahig|echou\p{L}*|incapable\p{L}*|incapaz|incapaces|incapac\p{L}*|falha\p{L}*|fallisc\p{L}*|slaagt|weiger\p{L}*|odmawia\p{L}*|odmit\p{L}*|отказ\p{L}*|відмов\p{L}*)$/u;

/** Which of the words that blame in a clause are problems that somebody solves or deals with. */
export function reliefIn(text: string, blame: readonly Range[], languages: readonly string[]): Relief {
  const problems = new Set<Range>();
  const solving: Relief["solving"] = [];
  let read = 0;
  if (blame.length === 0) return { solving, problems };
  for (const code of languages.slice(0, LIKELY)) {
    const words = wordsOf(code);
    if (!words || (words.burden && text.search(words.burden) >= 0)) continue;
    for (const each of blame) {
      if (
        words.features?.test(text.slice(each.end, each.end + 30)) ||
        words.endings?.test(text.slice(each.start, each.end))
      )
        problems.add(each);
    }
    // "Error and bug tracking".
    for (let i = blame.length - 2; i >= 0; i--)
      if (problems.has(blame[i + 1]!) && joins(text.slice(blame[i]!.end, blame[i + 1]!.start))) problems.add(blame[i]!);
    for (const [pattern, judges] of [
      [words.solving, true],
      [words.dealing, false],
    ] as const)
      for (const { index, 0: verb } of pattern ? text.matchAll(pattern) : []) {
        const range = { start: index, end: index + verb.length };
        if (++read > MOST) break;
        const about = problemsOf(text, range, blame, VERB_LAST.has(code));
        const denied = about.length > 0 && isDenied(text, range);
        if (about.length === 0 || (denied && !judges)) continue;
        for (const each of about) problems.add(each);
        if (judges) solving.push({ ...range, side: denied ? -1 : 1 });
      }
  }
  return { solving, problems };
}

/** The problems that a verb is about, and the words of the verb itself that blame: "avoids". */
function problemsOf(text: string, verb: Range, blame: readonly Range[], isLast: boolean): Range[] {
  const own = blame.filter(({ start, end }) => end > verb.start && start < verb.end);
  const behind: Range[] = [];
  let reached = verb.end + REACH;
  for (const each of blame) {
    if (each.start < verb.end || each.start > reached || STATES.test(text.slice(verb.end, each.start))) continue;
    behind.push(each);
    reached = each.end + REACH;
  }
  if (behind.length > 0 || !isLast) return behind.length > 0 ? [...own, ...behind] : [];
  const before = blame.filter(
    ({ end }) => end <= verb.start && verb.start - end <= REACH_BACK && !/[;:,.、，]/.test(text.slice(end, verb.start)),
  );
  return before.length > 0 ? [...own, ...before] : [];
}
