import * as z from "zod";
import { fitted, instant, Quoted, quoted, shortPath, skipCursor } from "../../define/bounded";
import { args, ListCursor, LookBack, defineTool, DomainName, nextCursorOf, READS } from "../../define/define-tool";

const LISTED = 200;

export const wrongFactsTool = defineTool({
  name: "wrong_facts",
  title: "Where wrong facts come from",
  description:
    "Prices, dates and numbers that AI answers tell of the brand and that the pages do not say now: `stale` (a page said it until a known time before the answer, and which crawler was given that), `elsewhere` (another site is cited, which was not read) or `nowhere`. Also sentences whose cited content crawlers did not get. Repeat `sentence` rather than guess; what cannot be told is only counted.",
  input: args({ domain: DomainName, days: LookBack, cursor: ListCursor }),
  output: z.object({
    domain: z.string(),
    answers: z.int(),
    pages: z.int().describe("Pages whose versions are kept and were compared"),
    counts: z.record(z.string(), z.int()),
    passages: z.record(z.string(), z.int()),
    wrong: z.array(
      z.object({
        outcome: z.string(),
        sentence: Quoted,
        answer: Quoted,
        answers: z.int(),
        runId: z.string(),
        saidOn: z.string().nullable(),
        until: z.string().nullable(),
        cites: z.array(Quoted),
      }),
    ),
    unreadable: z.array(z.object({ state: z.string(), path: z.string(), answer: Quoted, runId: z.string() })),
    nextCursor: nextCursorOf(`at most ${LISTED} facts`),
  }),
  annotations: READS,
  calls: ["readFacts"],
  run: async ({ domain, days, cursor }, { api }) => {
    const report = await api.readFacts({ query: { domain, days, limit: LISTED } });
    const wrong = report.facts.filter(({ outcome }) => !["matches", "was_right", "unknown"].includes(outcome));
    const rows = wrong.map(({ outcome, sentence, quote, answers, latest, said, cites }) => ({
      outcome,
      sentence: quoted(sentence, 600),
      answer: quoted(quote, 300),
      answers,
      runId: latest.runId,
      saidOn: said === null ? null : shortPath(said.path),
      until: instant(said?.to ?? null),
      cites: cites.slice(0, 3).map((url) => quoted(url)),
    }));
    return fitted(rows, skipCursor(cursor), (items, next) => ({
      domain,
      answers: report.answers,
      pages: report.pages,
      counts: report.counts,
      passages: report.passages,
      wrong: items,
      unreadable: report.unreadable
        .slice(0, 5)
        .map(({ state, path, quote, runId }) => ({ state, path: shortPath(path), answer: quoted(quote), runId })),
      nextCursor: next === null ? null : String(next),
    }));
  },
});
