import * as z from "zod";
import { hash53 } from "../../lib/crypto/hash";
import { instant, Quoted, quoted } from "../define/bounded";
import { args, defineTool, DomainName, READS } from "../define/define-tool";

export const whatFirstTool = defineTool({
  name: "what_first",
  title: "What to do first",
  description:
    "One list over audits, crawler visits, the cache and AI answers: at most seven entries, each with its cause, what it may gain, the evidence and the one thing to do. It stays the same from day to day until the data change. `sentence` says it plainly, also if there is nothing to do.",
  input: args({ domain: DomainName }),
  output: z.object({
    domain: z.string(),
    madeAt: z.string().nullable(),
    sentence: z.string(),
    entries: z.array(
      z.object({
        id: z.string(),
        area: z.string(),
        cause: z.string(),
        gain: z.object({
          visits: z.int().describe("Crawler visits of 30 days that meet it"),
          citations: z.int().describe("Answers that cite the pages, or that could have"),
          points: z.number().nullable().describe("Of Health"),
        }),
        evidence: z.string(),
        examples: z.array(Quoted).describe("Paths, or a search of assistants"),
        todo: z.string(),
        since: z.string(),
      }),
    ),
    done: z.array(z.object({ cause: z.string(), day: z.string() })).describe("What the data say was done this week"),
  }),
  annotations: READS,
  calls: ["readFirst"],
  run: async ({ domain: asked }, { api }) => {
    const { domain, madeAt, sentence, entries, done } = await api.readFirst({ query: { domain: asked } });
    return {
      domain,
      madeAt: instant(madeAt),
      sentence,
      entries: entries.map(({ id, area, title, gain, evidence, examples, todo, since }) => ({
        // The id of a search holds its words, which are a stranger's: a hash of them is as unique.
        id: area === "question" ? `question:${hash53(id).toString(36)}` : id,
        area,
        cause: title,
        gain,
        evidence,
        examples: examples.map((text) => quoted(text)),
        todo,
        since,
      })),
      done: done.map(({ title, day }) => ({ cause: title, day })),
    };
  },
});
