import { sitePath } from "../../lib/hosts/page-paths";
import { utcDay } from "../../lib/time/time";
import type { FirstCause } from "./first";
import type { FirstFacts, WrongFact } from "./first-facts";
import { numberOf, percentOf, sumOf } from "./first-words";

const LEAST_ANSWERS = 3;
/** A wrong fact spoils part of its answers. */
const SPOILS = 0.5;

const TITLES: Record<WrongFact["outcome"], string> = {
  stale: "Answers tell what a page of yours said before",
  elsewhere: "Answers tell of you what another site is cited for",
  nowhere: "Answers tell of you what no page of yours says",
};
const TODO: Record<WrongFact["outcome"], string> = {
  stale: "Renew and submit the page, so that crawlers read what it says now.",
  elsewhere: "Open the facts, and ask the site that is cited for a correction.",
  nowhere: "Say it in one plain sentence on the page that is about it.",
};

/** What answers say that the site's pages say otherwise. One entry per page and origin, however many values. */
export function wrongCauses({ domain, wrong }: FirstFacts): FirstCause[] {
  const groups = Map.groupBy(wrong.facts, ({ outcome, path }) => `fact:${outcome}:${path.slice(0, 300)}`);
  return [...groups].map(([id, own]): FirstCause => {
    const { outcome, path } = own[0]!;
    const answers = Math.min(
      wrong.answers,
      sumOf(own, (each) => each.answers),
    );
    return {
      id,
      area: "fact",
      title: TITLES[outcome],
      gain: { visits: 0, citations: answers, points: null },
      evidence: evidenceOf(own, answers),
      examples: [path],
      todo: TODO[outcome],
      page: sitePath(domain, "mentions/facts"),
      weight: percentOf(answers, wrong.answers) * SPOILS,
      strength: answers / LEAST_ANSWERS,
    };
  });
}

function evidenceOf(own: readonly WrongFact[], answers: number): string {
  const who = new Intl.ListFormat("en-GB").format([...new Set(own.flatMap(({ assistants }) => assistants))].sort());
  const told = `${numberOf(answers, "answer", "answers")} of ${who} in 30 days`;
  const until = Math.max(...own.map((each) => each.until ?? 0));
  if (until > 0) return `${told}, given after the page changed; it says something else since ${utcDay(until)}.`;
  return `${told}; no kept version of your pages says so, and the page says something else.`;
}
