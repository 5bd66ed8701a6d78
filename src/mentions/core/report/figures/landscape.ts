import { round1 } from "../../../../lib/numbers/round";
import { PROVIDERS } from "../../provider";
import { mean, percent, rankedCompetitors, strengthOf, voices } from "../../statistics/tally";
import type { ReportV3 } from "./schema";
import type { Scene } from "./scene";

const MAX_COMPETITORS = 25;
/** Number of answers that make a name a newcomer, or its absence a loss. */
const NOTICEABLE = 2;

function aheadOfBrand({ current }: Scene, name: string): number | null {
  const both = current.filter(
    ({ position, competitors }) => position > 0 && competitors.some(([each]) => each === name),
  );
  const ahead = both.filter(({ position, competitors }) =>
    competitors.some(([each, , rank]) => each === name && rank < position),
  );
  return both.length === 0 ? null : percent(ahead.length, both.length);
}

/** Other brands that are named, by share of answers. */
export function competitorLandscape(scene: Scene): ReportV3["competitorLandscape"] {
  const { tally, previousTally } = scene;
  const ranked = rankedCompetitors(tally);
  const all = voices(tally);
  const tracked = new Set(scene.competitors.map(({ name }) => name));
  const known = previousTally.responses > 0;
  const before = (name: string) => previousTally.competitors.get(name)?.answers ?? 0;
  const better = ranked.filter(([, { answers }]) => answers > tally.mentions).length;
  const leader = ranked[0] && ranked[0][1].answers > tally.mentions ? ranked[0][0] : null;
  return {
    brandRank: tally.mentions === 0 ? null : better + 1,
    totalMentions: all,
    leader: leader ?? (tally.mentions > 0 ? scene.brand.name : null),
    competitors: ranked.slice(0, MAX_COMPETITORS).map(([name, competitor]) => ({
      name,
      siteUrl: scene.siteOf(name),
      mentions: competitor.answers,
      sharePct: percent(competitor.answers, all),
      presencePct: percent(competitor.answers, tally.responses),
      avgPosition: mean(competitor.positions, competitor.answers),
      strength: strengthOf(competitor, tally),
      aheadOfBrandPct: aheadOfBrand(scene, name),
      delta: known
        ? round1((100 * competitor.answers) / tally.responses - (100 * before(name)) / previousTally.responses)
        : null,
      providers: PROVIDERS.filter((provider) => competitor.providers.has(provider)),
      tracked: tracked.has(name),
    })),
    newEntrants: known
      ? ranked.filter(([name, { answers }]) => answers >= NOTICEABLE && before(name) === 0).map(([name]) => name)
      : [],
    lost: rankedCompetitors(previousTally)
      .filter(([name, { answers }]) => answers >= NOTICEABLE && !tally.competitors.has(name))
      .map(([name]) => name),
  };
}
