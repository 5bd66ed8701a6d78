import { registrableDomain } from "../analysis/citations";
import { bareHost, LEGAL_FORM } from "../analysis/names/terms";
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

/** What companies put before or after their name in a domain's, if the plain name was taken. */
const BEFORE = ["get", "try", "use", "go", "join", "my", "the", "hello", "with"];
const AFTER = [
  "app",
  "hq",
  "inc",
  "group",
  "shop",
  "store",
  "online",
  "official",
  "software",
  "cloud",
  "io",
  "ai",
  "gmbh",
];
/** A shorter name may be part of anybody's. */
const LEAST_FOR_AFFIX = 4;

/**
 * Whether a cited domain is a competitor's own: its tracked site, or one whose first label is the name of a competitor,
 * tracked or named in any answer, under whatever ending.
 */
export function siteOwners(
  facts: Iterable<AnswerFact>,
  tracked: readonly TrackedCompetitor[],
): (domain: string) => boolean {
  const names = new Set(tracked.map(({ name }) => name));
  for (const { competitors } of facts) for (const [name] of competitors) names.add(name);
  const labels = new Set<string>();
  for (const name of names) {
    const plain = squeeze(name.replace(LEGAL_FORM, ""));
    for (const label of [squeeze(name), plain]) if (label !== "") labels.add(label);
    if (plain.length < LEAST_FOR_AFFIX) continue;
    for (const word of BEFORE) labels.add(word + plain);
    for (const word of AFTER) labels.add(plain + word);
  }
  const hosts = new Set<string>();
  for (const { siteUrl } of tracked) {
    if (!siteUrl) continue;
    const host = registrableDomain(bareHost(siteUrl));
    hosts.add(host);
    labels.add(squeeze(host.split(".")[0]!));
  }
  return (domain) => hosts.has(domain) || labels.has(squeeze(domain.split(".")[0]!)) || labels.has(squeeze(domain));
}
