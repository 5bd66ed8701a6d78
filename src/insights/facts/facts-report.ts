import type * as z from "zod";
import type { DomainRow } from "../../accounts";
import { readDays, type ReadDay, type Window } from "../../analytics";
import type { Bindings } from "../../env";
import { AI_PROVIDERS, type Provider } from "../../lib/ai-providers";
import { DAY_MS, dayText, utcDay } from "../../lib/time/time";
import { answersAbout } from "../../mentions";
import { keptVersions, keysOfUrls, watchedPages, type PageVersion } from "../../prerender";
import { CITABLE } from "../core/facts/citable";
import { factSentence, type FactStory } from "../core/facts/fact-words";
import { givenTo } from "../core/facts/given";
import { FACT_OUTCOMES } from "../core/facts/judge";
import { judgeAnswers, type FoundClaim } from "./judge-answers";
import type { FactsResponse } from "./schemas";

type Env = Pick<Bindings, "DB" | "ARCHIVE" | "DOMAIN_VISITS" | "DOMAIN_ANSWERS" | "SNAPSHOT_INDEX">;
type Site = Pick<DomainRow, "id" | "domain" | "brandName" | "ignoredParameters" | "renderRules">;
type Report = Omit<z.infer<typeof FactsResponse>, "domain" | "window">;
type Fact = Report["facts"][number];

/** Answers that are read, the latest ones. */
const MAX_ANSWERS = 200;
/** Pages whose versions are read: those that the owner chose, then those that most answers cite. */
const MAX_PAGES = 40;
const MAX_QUOTE = 400;
const MAX_CITES = 5;
const ORDER = ["stale", "elsewhere", "nowhere", "was_right", "matches", "unknown"] as const;

/** Where each fact comes from that answers tell of the brand, and whether what they cite is in the text that crawlers got. */
export async function factsReport(env: Env, site: Site, window: Window, { limit }: { limit: number }): Promise<Report> {
  const days = { from: utcDay(window.from), to: utcDay(window.to - DAY_MS) };
  const [{ answers, more }, watched] = await Promise.all([
    answersAbout(env, site.id, days, MAX_ANSWERS),
    watchedPages(env, site.id),
  ]);
  const urls = answers.flatMap(({ ownUrls, citations = [] }) => [...ownUrls, ...citations.map(({ url }) => url)]);
  const keys = keysOfUrls(site, [...new Set(urls)]);
  const paths = pagesToRead(
    watched,
    answers.flatMap(({ ownUrls }) => ownUrls.flatMap((url) => keys.get(url) ?? [])),
  );
  const [versions, reads] = await Promise.all([keptVersions(env, site.id, paths), readDays(env, site.id, paths)]);
  const brand = site.brandName ?? site.domain;
  const judged = judgeAnswers(answers, versions, { brand, keyOf: (url) => keys.get(url) });
  const facts = groupsOf(judged.claims).map((group) =>
    presentFact(group, { versions, reads, isOwn: (url) => keys.has(url) }),
  );
  const worst = facts.sort((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome) || b.answers - a.answers);
  const missing = judged.passages.filter(({ state }) => state === "rendered_only" || state === "not_found");
  const read = Map.groupBy(versions, ({ path }) => path);
  return {
    answers: judged.read,
    moreAnswers: more + answers.length - judged.read,
    pages: read.size,
    versionsSince: versions.length === 0 ? null : Math.min(...versions.map(({ at }) => at)),
    counts: countsOf(FACT_OUTCOMES, facts, ({ outcome }) => outcome),
    facts: worst.slice(0, limit),
    passages: countsOf(CITABLE, judged.passages, ({ state }) => state),
    unreadable: missing.slice(0, limit).map(({ state, path, quote, answer }) => {
      const { id: runId, provider, day } = answer;
      return { state, path, quote: quote.slice(0, MAX_QUOTE), runId, provider, day };
    }),
    watched: watched.slice(0, limit).map(({ path, chosen, citedAt, leftOn }) => {
      const kept = paths.includes(path) ? (read.get(path)?.length ?? 0) : null;
      return {
        path,
        chosen,
        citedAt: citedAt || null,
        leftOn: leftOn === null ? null : dayText(leftOn),
        versions: kept,
      };
    }),
  };
}

function pagesToRead(watched: Awaited<ReturnType<typeof watchedPages>>, cited: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of cited) counts.set(path, (counts.get(path) ?? 0) + 1);
  const weightOf = ({ path, chosen }: { path: string; chosen: boolean }) =>
    (chosen ? 1_000_000 : 0) + (counts.get(path) ?? 0);
  return watched
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .slice(0, MAX_PAGES)
    .map(({ path }) => path);
}

function countsOf<Name extends string, Item>(names: readonly Name[], items: readonly Item[], of: (item: Item) => Name) {
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  for (const item of items) counts[of(item)]++;
  return counts;
}

/** Claims of several answers that say the same and are judged the same. */
function groupsOf(claims: readonly FoundClaim[]): FoundClaim[][] {
  const keyOf = ({ claim, judged }: FoundClaim) => {
    const { kind, unit, period, value, subject, quote } = claim;
    const place = judged.now ?? judged.said;
    // Without a place on a page, only the same words are surely of the same thing.
    const about = place ? [place.path, place.quote] : [[...subject].sort(), quote];
    return JSON.stringify([judged.outcome, kind, unit, period, value, judged.said?.to, about]);
  };
  return [...Map.groupBy(claims, keyOf).values()];
}

interface Known {
  versions: readonly PageVersion[];
  reads: readonly ReadDay[];
  isOwn: (url: string) => boolean;
}

function presentFact(group: readonly FoundClaim[], { versions, reads, isOwn }: Known): Fact {
  const { claim, judged, answer } = group[0]!;
  const { outcome, now, said } = judged;
  const providers: Provider[] = [...new Set(group.map((each) => each.answer.provider))].sort();
  const crawlers = [...new Set(providers.flatMap((provider) => AI_PROVIDERS[provider].crawlers as readonly string[]))];
  const given = outcome === "stale" && said ? givenTo(said, crawlers, reads) : [];
  const shownGiven = given.map(({ crawler, day, since }) => ({
    crawler,
    day: dayText(day),
    since: since === null ? null : dayText(since),
  }));
  const claimed = claim.quote.slice(claim.start, claim.end);
  const cites = new Set(group.flatMap((each) => each.claim.cites.filter((url) => !isOwn(url))));
  const story = {
    outcome,
    by: providers.map((provider) => AI_PROVIDERS[provider].label),
    claimed,
    now,
    said: said && { path: said.path, until: said.to === null ? null : utcDay(said.to) },
    others: othersOf(group, isOwn),
    given: shownGiven[0] ?? null,
    knownSince: knownSince(versions, now?.path),
  };
  return {
    outcome,
    kind: claim.kind,
    claimed,
    quote: claim.quote.slice(0, MAX_QUOTE),
    sentence: factSentence(story),
    answers: new Set(group.map((each) => each.answer.id)).size,
    providers,
    latest: { runId: answer.id, provider: answer.provider, day: answer.day },
    now,
    said,
    given: shownGiven,
    cites: [...cites].slice(0, MAX_CITES),
  };
}

/** Whether other sites are cited for a claim. Some assistants do not say for what they cite. */
function othersOf(group: readonly FoundClaim[], isOwn: Known["isOwn"]): FactStory["others"] {
  if (group.some(({ claim }) => claim.cites.some((url) => !isOwn(url)))) return "sentence";
  const unplaced = group.flatMap(({ answer }) => answer.citations ?? []).filter(({ start }) => start === undefined);
  return unplaced.some(({ url }) => !isOwn(url)) ? "answer" : "none";
}

const knownSince = (versions: readonly PageVersion[], path: string | undefined): string | null => {
  const first = versions.find((version) => version.path === path);
  return first ? utcDay(first.at) : null;
};
