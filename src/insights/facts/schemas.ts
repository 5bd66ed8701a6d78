import * as z from "zod";
import { DaysQuery } from "../../analytics/schemas";
import { MAX_PAGE_PATH } from "../../lib/hosts/page-path";
import { OWN_PATH } from "../../lib/hosts/url";
import { queryNumber } from "../../http/query-number";
import { PROVIDERS } from "../../lib/ai-providers";
import { CITABLE } from "../core/facts/citable";
import { FACT_OUTCOMES } from "../core/facts/judge";
import { FACT_KINDS } from "../core/facts/values";

export const FactsQuery = DaysQuery.extend({
  limit: queryNumber(1, 200).default(50).describe("The most facts, passages and pages that the response lists"),
});

const Day = z.string().describe("UTC day");
const Provider = z.enum(PROVIDERS);
const Quote = z.object({ path: z.string(), quote: z.string().describe("The page's own line"), value: z.string() });
const Counts = <Names extends readonly [string, ...string[]]>(names: Names) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.int()])) as Record<Names[number], z.ZodInt>);

const Fact = z.object({
  outcome: z
    .enum(FACT_OUTCOMES)
    .describe(
      "matches: a page of yours says it now. stale: one said it until `said.to`, before these answers were given. was_right: the same, of answers that were given before. elsewhere: no kept version says it, and the sentence cites another site. nowhere: the same without such a citation. unknown: it cannot be told",
    ),
  kind: z.enum(FACT_KINDS),
  claimed: z.string().describe("The value, as the answer has it"),
  quote: z.string().describe("The answer's sentence"),
  sentence: z.string().describe("Where it comes from, in plain words"),
  answers: z.int().describe("Answers that say so"),
  providers: z.array(Provider),
  latest: z.object({ runId: z.string(), provider: Provider, day: Day }),
  now: Quote.nullable().describe("What your page says of it now; null: nothing that can be compared"),
  said: z
    .object({ path: z.string(), quote: z.string(), from: z.int(), to: z.int().nullable() })
    .nullable()
    .describe(
      "The version that says so, and from when to when crawlers got it, epoch ms; null: the present one, or none",
    ),
  given: z
    .array(
      z.object({
        crawler: z.string(),
        day: Day.describe("The last day on which it was surely given that version"),
        since: Day.nullable().describe("The first day on which it surely got a later one; null: none is known"),
      }),
    )
    .describe("Verified crawlers of these assistants"),
  cites: z.array(z.string()).describe("URLs on other sites that the sentence cites. They were not read"),
});

const Passage = z.object({
  state: z.enum(CITABLE),
  path: z.string(),
  quote: z.string(),
  runId: z.string(),
  provider: Provider,
  day: Day,
});

export const FactsResponse = z.object({
  domain: z.string(),
  window: z.object({ days: z.int(), from: z.iso.datetime(), to: z.iso.datetime() }),
  answers: z.int().describe("Answers that name the brand or cite the domain and were read, the latest first"),
  moreAnswers: z.int().describe("Those that were not read"),
  pages: z.int().describe("Pages whose versions they were compared with"),
  versionsSince: z.int().nullable().describe("The oldest version among them, epoch ms; null: none is kept"),
  counts: Counts(FACT_OUTCOMES).describe("Facts by outcome"),
  facts: z.array(Fact).describe("Wrong ones first, those that most answers say first of them"),
  passages: Counts(CITABLE).describe(
    "Sentences that cite a page of yours. in_text: it is in the text that crawlers got. rendered_only: only a browser shows it. not_found: it is in neither. unknown: it cannot be told",
  ),
  unreadable: z.array(Passage).describe("Sentences whose content crawlers did not get"),
  watched: z
    .array(
      z.object({
        path: z.string(),
        chosen: z.boolean().describe("You chose it"),
        citedAt: z.int().nullable().describe("When an answer was last known to cite it, epoch ms"),
        leftOn: Day.nullable().describe(
          "You took it from the chosen ones on that day; its versions are kept for 180 days from then. Null: you did not",
        ),
        versions: z.int().nullable().describe("Kept versions; null: they were not read for this report"),
      }),
    )
    .describe("Pages whose versions are kept"),
});

export const WatchBody = z.strictObject({
  domain: z.string().min(1).max(300).describe("A verified domain in the caller's account"),
  paths: z
    .array(z.string().max(MAX_PAGE_PATH).regex(OWN_PATH, "must be a path of the site"))
    .max(50)
    .describe("The pages to watch; they replace those before"),
});
export const WatchResponse = z.object({
  domain: z.string(),
  paths: z.array(z.string()).describe("Those that can be cached, without parameters that don't change them"),
});
