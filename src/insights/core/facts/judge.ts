import type { Claim } from "./claims";
import { compareClaim } from "./compare";
import type { PageReading } from "./subject";

/**
 * Where a claim comes from. matches: a page of ours says it now. stale: a page of ours said it until a known time, before the answer was
 * given. was_right: the same, and the answer was given before that. elsewhere: none of our pages ever said it, and the sentence cites
 * another site. nowhere: the same, and it cites nobody. unknown: it cannot be told.
 */
export const FACT_OUTCOMES = ["matches", "stale", "was_right", "elsewhere", "nowhere", "unknown"] as const;
export type FactOutcome = (typeof FACT_OUTCOMES)[number];

/** A version of a page's text. It was the one that crawlers got from `from` until `to`, epoch ms; null: it is the present one. */
export interface ReadVersion extends PageReading {
  path: string;
  from: number;
  to: number | null;
}

export interface JudgedClaim {
  outcome: FactOutcome;
  /** The page's words on it now; null: it has none that can be compared. */
  now: { path: string; quote: string; value: string } | null;
  /** The version that said it: the present one, or for `stale` the last one. */
  said: { path: string; quote: string; from: number; to: number | null } | null;
}

const UNKNOWN: JudgedClaim = { outcome: "unknown", now: null, said: null };

/**
 * Judges a claim by the versions of our pages, those of each page in order. `cited`: paths that the answer cites; pages that it does
 * not cite count only if none of them speaks of the subject. `others`: the sentence cites another site.
 */
export function judgeClaim(
  claim: Claim,
  versions: readonly ReadVersion[],
  { cited, others }: { cited: ReadonlySet<string>; others: boolean },
): JudgedClaim {
  const own = versions.filter(({ path }) => cited.has(path));
  const judged = own.length > 0 ? judgeBy(claim, own, others) : UNKNOWN;
  if (judged.outcome === "matches" || judged.outcome === "stale") return judged;
  const rest = judgeBy(claim, versions, others);
  // What any page of ours says now is not wrong, whichever the answer cites.
  return rest.outcome === "matches" || judged.outcome === "unknown" ? rest : judged;
}

/** The same for an answer that was given at a time, epoch ms: what a page says now may not have been so then, and the other way round. */
export function judgedAt(judged: JudgedClaim, versions: readonly ReadVersion[], at: number): JudgedClaim {
  const { outcome, now, said } = judged;
  if (outcome === "stale") {
    if (at >= said!.to!) return judged;
    return at >= said!.from ? { ...judged, outcome: "was_right" } : { ...UNKNOWN, now };
  }
  if (outcome !== "elsewhere" && outcome !== "nowhere") return judged;
  // What the page said before its versions were kept, nobody knows.
  const first = versions.find(({ path }) => path === now!.path)!;
  return at >= first.from ? judged : { ...UNKNOWN, now };
}

function judgeBy(claim: Claim, versions: readonly ReadVersion[], others: boolean): JudgedClaim {
  const compared = versions.map((version) => ({ version, said: compareClaim(claim, version.values) }));
  // A loose claim has none: it differs from nothing.
  let now: JudgedClaim["now"] = null;
  for (const { version, said } of compared) {
    if (version.to !== null || said.says === "silent") continue;
    const shown = { path: version.path, quote: said.value.quote, value: said.value.shown };
    if (said.says === "says") {
      const { path, from, to } = version;
      return { outcome: "matches", now: shown, said: { path, quote: said.value.quote, from, to } };
    }
    now ??= shown;
  }
  const hasDate = ({ values }: ReadVersion) => values.some(({ value }) => value === claim.value);
  const isThere = (version: ReadVersion) =>
    claim.kind === "date" ? hasDate(version) : version.numbers.has(claim.value);
  const isPresent = (version: ReadVersion) =>
    claim.kind === "date" ? hasDate(version) : version.presentNumbers.has(claim.value);
  const earlier = compared.findLast(({ version, said }) => version.to !== null && said.says === "says");
  const later =
    earlier && versions.filter(({ path, from }) => path === earlier.version.path && from >= earlier.version.to!);
  if (earlier?.said.says === "says" && now !== null && !later!.some(isPresent)) {
    const { path, from, to } = earlier.version;
    return { outcome: "stale", now, said: { path, quote: earlier.said.value.quote, from, to } };
  }
  // That nobody of ours ever said it needs a sentence that is surely about us: it names us, and nobody whom our pages don't know.
  const isSure = claim.named && [...claim.names].every((name) => versions.some(({ stems }) => stems.has(name)));
  if (now === null || !isSure || versions.some(isThere)) return { ...UNKNOWN, now };
  return { outcome: others ? "elsewhere" : "nowhere", now, said: null };
}
