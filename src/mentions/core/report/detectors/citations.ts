import { percent } from "../../statistics/tally";
import { citedDomains } from "../figures/providers";
import { namedIn } from "../figures/scene";
import { ghostsOf, asPercent } from "../figures/stats";
import { MIN_ANSWERS, type Detector } from "./define";

const GAP_ANSWERS = 3;
const MAX_GAPS = 5;

/** At least a fifth of the answers that cite the monitored site do not name the brand. */
export const ghostCitation: Detector = (scene) => {
  const ghosts = ghostsOf(scene.current);
  const share = percent(ghosts.length, scene.tally.citing);
  if (scene.tally.citing < MIN_ANSWERS || share < 20) return [];
  return [
    {
      rule: "ghost_citation",
      entity: scene.domain,
      impact: Math.round(40 + share / 3),
      title: "Cited but not named",
      detail: `${ghosts.length} of ${scene.tally.citing} answers that cite ${scene.domain} do not name ${scene.brand.name}: AI engines use your pages but leave out the brand.`,
      numbers: { ghostCitations: ghosts.length, citingResponses: scene.tally.citing, sharePct: share },
      promptIds: [...new Set(ghosts.map(({ promptId }) => promptId))],
      answers: ghosts.toReversed(),
      url: ghosts.at(-1)!.ownUrls[0],
      source: scene.ownDomain,
    },
  ];
};

/** Named often, but mostly on the strength of other sites. */
export const mentionedNotCited: Detector = (scene, { stats }) => {
  if (stats.responses < MIN_ANSWERS || stats.visibility.value < 40 || stats.citationRate.value >= 10) return [];
  return [
    {
      rule: "mentioned_not_cited",
      entity: scene.domain,
      impact: 55,
      title: "Named, but your site is rarely a source",
      detail: `${asPercent(stats.visibility.value)} of the answers name ${scene.brand.name}, but ${stats.citationRate.hits === 0 ? "none cites" : `only ${asPercent(stats.citationRate.value)} cite`} ${scene.domain}.`,
      numbers: { visibilityPercent: stats.visibility.value, citationRate: stats.citationRate.value },
      answers: scene.current.filter(({ position, ownUrls }) => position > 0 && ownUrls.length === 0).toReversed(),
    },
  ];
};

/** The monitored domain is cited, but at least five others are cited more often. */
export const ownedSourceUnderweight: Detector = (scene) => {
  const domains = citedDomains(scene.current);
  const rank = domains.findIndex(({ domain }) => domain === scene.ownDomain) + 1;
  if (scene.tally.citing === 0 || rank <= 5) return [];
  return [
    {
      rule: "own_source_underweight",
      entity: scene.domain,
      impact: 50,
      title: `Your site ranks only ${rank} among the cited sources`,
      detail: `Cited more often: ${domains
        .slice(0, 5)
        .map(({ domain }) => domain)
        .join(", ")}.`,
      answers: scene.current.filter(({ cited }) => cited.length > 0).toReversed(),
      numbers: { rank, citingResponses: scene.tally.citing, leaderResponses: domains[0]!.responses },
    },
  ];
};

/**
 * A single prompt accounts for most citations of one page of the monitored site: at least four citations, 80 % of them from that prompt.
 */
export const anchorUrl: Detector = (scene) => {
  // Where one prompt is asked, every page is cited for one.
  if (new Set(scene.current.map(({ promptId }) => promptId)).size < 2) return [];
  const citing = new Map<string, string[]>();
  for (const { ownUrls, promptId } of scene.current)
    for (const url of ownUrls) citing.set(url, [...(citing.get(url) ?? []), promptId]);
  return Array.from(citing).flatMap(([url, promptIds]) => {
    const byPrompt = Array.from(
      Map.groupBy(promptIds, (id) => id),
      ([id, of]) => ({ id, n: of.length }),
    );
    const [top] = byPrompt.sort((a, b) => b.n - a.n || (a.id < b.id ? -1 : 1));
    const share = percent(top!.n, promptIds.length);
    if (promptIds.length < 4 || share < 80) return [];
    return {
      rule: "anchor_url",
      entity: url,
      impact: 30,
      title: "A page that is cited mostly for one prompt",
      detail: `${asPercent(share)} of its ${promptIds.length} citations come from one prompt. The page could cover related questions as well.`,
      numbers: { citations: promptIds.length, sharePct: share },
      promptIds: [top!.id],
      answers: scene.current.filter(({ ownUrls }) => ownUrls.includes(url)).toReversed(),
      url,
    };
  });
};

/** Another site is cited in at least three answers that name a competitor, and in none that names the brand. */
export const competitorCitedDomainGap: Detector = (scene) => {
  const without = scene.current.filter((fact) => fact.position === 0 && namedIn(scene, fact).length > 0);
  const withBrand = new Set(
    scene.facts.flatMap(({ position, cited }) => (position > 0 ? cited.map(([domain]) => domain) : [])),
  );
  return citedDomains(without)
    .filter(
      ({ domain, responses }) => !scene.partisan.has(domain) && !withBrand.has(domain) && responses >= GAP_ANSWERS,
    )
    .slice(0, MAX_GAPS)
    .map(({ domain, responses }) => {
      const answers = without.filter(({ cited }) => cited.some(([each]) => each === domain));
      return {
        rule: "competitor_cited_domain_gap",
        entity: domain,
        impact: Math.min(70, 30 + 2 * responses),
        source: domain,
        title: `${domain} is cited only where competitors are named`,
        detail: `It is cited in ${responses} answers that name a competitor but not ${scene.brand.name}, and in no answer of these 30 days that names ${scene.brand.name}.`,
        numbers: { responses },
        promptIds: [...new Set(answers.map(({ promptId }) => promptId))],
        answers: answers.toReversed(),
      };
    });
};

/** Cited pages that the latest audit found broken or blocked for crawlers. */
export const citedPageHasErrors: Detector = (scene) =>
  scene.crawl.brokenPages.map(({ url, problem }) => ({
    rule: "cited_page_has_errors",
    entity: url,
    impact: 80,
    title: "A cited page has problems",
    detail: `Answers cite ${url}, but the latest audit found: ${problem}.`,
    numbers: {},
    answers: scene.current.filter(({ ownUrls }) => ownUrls.includes(url)).toReversed(),
    url,
  }));

/** robots.txt blocks AI crawlers. */
export const crawlBlocked: Detector = (scene) =>
  scene.crawl.blockedAgents.length === 0
    ? []
    : [
        {
          rule: "crawl_blocked",
          entity: scene.domain,
          impact: 95,
          title: "AI crawlers are blocked",
          detail: `robots.txt blocks the home page for ${scene.crawl.blockedAgents.join(", ")}.`,
          numbers: { agents: scene.crawl.blockedAgents.length },
        },
      ];
