import { foldTerm } from "../analysis/words/fold";
import type { TrackedCompetitor } from "../analysis/types";
import type { AnswerFact } from "./fact";

/** Minimum number of answers before a name that only the language model found counts. */
const MIN_ANSWERS = 2;

const squeeze = (text: string) =>
  foldTerm(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Names that count as competitors: tracked ones, and others named in at least two answers. */
export function countedNames(
  facts: Iterable<AnswerFact>,
  tracked: readonly TrackedCompetitor[],
): (name: string) => boolean {
  const known = new Set(tracked.map(({ name }) => name));
  const answers = new Map<string, number>();
  for (const { competitors } of facts)
    for (const [name] of competitors) if (!known.has(name)) answers.set(name, (answers.get(name) ?? 0) + 1);
  return (name) => known.has(name) || (answers.get(name) ?? 0) >= MIN_ANSWERS;
}

/** Finds a competitor's site: the tracked URL, else a cited domain that contains its name, else empty. */
export function siteFinder(
  facts: Iterable<AnswerFact>,
  tracked: readonly TrackedCompetitor[],
): (name: string) => string {
  const known = new Map(tracked.map(({ name, siteUrl }) => [name, siteUrl]));
  const cited = new Map<string, number>();
  for (const fact of facts)
    for (const [domain, pages] of fact.cited) cited.set(domain, (cited.get(domain) ?? 0) + pages);
  const byLabel = new Map<string, string>();
  for (const [domain] of Array.from(cited).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))) {
    const label = squeeze(domain.split(".")[0]!);
    if (!byLabel.has(label)) byLabel.set(label, domain);
  }
  return (name) => {
    const url = known.get(name);
    if (url) return /^https?:\/\//i.test(url) ? url : `https://${url}`;
    const domain = byLabel.get(squeeze(name));
    return domain === undefined ? "" : `https://${domain}`;
  };
}
