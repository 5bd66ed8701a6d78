import type { AnswerFact } from "../../statistics/fact";
import { percent } from "../../statistics/tally";
import type { ReportV3 } from "./schema";
import { namedIn, type Scene } from "./scene";

export type Opportunity = ReportV3["citationOpportunities"][number];
const MAX_OPPORTUNITIES = 25;
const MAX_PROMPTS = 20;

const KINDS: Record<Exclude<Opportunity["type"], "site">, string[]> = {
  forum: ["reddit.com", "quora.com", "stackoverflow.com", "stackexchange.com", "ycombinator.com", "gutefrage.net"],
  review: [
    "g2.com",
    "capterra.com",
    "trustpilot.com",
    "trustradius.com",
    "getapp.com",
    "softwareadvice.com",
    "yelp.com",
  ],
  video: ["youtube.com", "youtu.be", "vimeo.com", "tiktok.com"],
  reference: ["wikipedia.org", "wikidata.org", "britannica.com"],
  social: ["linkedin.com", "facebook.com", "x.com", "twitter.com", "instagram.com", "medium.com", "pinterest.com"],
};

function kindOf(domain: string): Opportunity["type"] {
  const found = Object.entries(KINDS).find(([, domains]) => domains.includes(domain));
  return found ? (found[0] as Opportunity["type"]) : "site";
}

/**
 * Cited domains that belong neither to the brand nor to a competitor. AI engines read them, so a presence there can
 * help.
 */
export function citationOpportunities(scene: Scene): Opportunity[] {
  const citing = new Map<string, AnswerFact[]>();
  for (const fact of scene.current)
    for (const [domain] of fact.cited)
      if (!scene.partisan.has(domain)) citing.set(domain, [...(citing.get(domain) ?? []), fact]);
  return Array.from(citing, ([domain, facts]) => opportunity(scene, domain, facts))
    .sort((a, b) => b.score - a.score || b.responses - a.responses || (a.domain < b.domain ? -1 : 1))
    .slice(0, MAX_OPPORTUNITIES);
}

function opportunity(scene: Scene, domain: string, facts: readonly AnswerFact[]): Opportunity {
  const withCompetitor = facts.filter((fact) => namedIn(scene, fact).length > 0);
  const onlyThem = withCompetitor.filter(({ position }) => position === 0).length;
  const providers = new Set(facts.map(({ provider }) => provider)).size;
  const own = facts.filter(({ position }) => position > 0).length;
  const score =
    0.5 * (facts.length / scene.current.length) +
    0.3 * (onlyThem / facts.length) +
    0.2 * (providers / scene.byProvider.size);
  const answers = facts.length === 1 ? "1 answer" : `${facts.length} answers`;
  return {
    domain,
    type: kindOf(domain),
    citations: facts.reduce((sum, { cited }) => sum + (cited.find(([each]) => each === domain)?.[1] ?? 0), 0),
    responses: facts.length,
    competitorMentionsTogether: withCompetitor.length,
    brandMentionedPct: percent(own, facts.length),
    sampleUrls: [],
    prompts: [...new Set(facts.map(({ promptId }) => promptId))].slice(0, MAX_PROMPTS),
    score: Math.round(100 * score),
    reason: `Cited in ${answers}; ${onlyThem} of them name a competitor but not ${scene.brand.name}.`,
  };
}
