import * as z from "zod";
import { LONGEST_ROUTED_PATH, MOST_ROUTED_PATHS, ROUTED_KINDS, ROUTER_ACTIONS } from "../../accounts";
import { DaysQuery } from "../../analytics/schemas";
import { OWN_PATH } from "../../lib/hosts/url";
import { queryNumber } from "../../http/query-number";
import { WindowResponse } from "../schemas";
import { ROUTER_VERDICTS } from "../core/router-effect";
import { KEPT_REASONS } from "../core/router-proposals";
import { NOT_TOLD } from "../core/router-words";

const Action = z
  .enum(ROUTER_ACTIONS)
  .describe("`redirect`: 301 to the page's canonical page; `gone`: 410 for a page that is gone");
const Kind = z
  .enum(ROUTED_KINDS)
  .describe(
    "Which crawlers: search engines, AI search, AI training, or `llm-user`, which fetches a page because a person asked",
  );

export const RouterQuery = DaysQuery.extend({
  limit: queryNumber(1, 100).default(20).describe("The most pages that the response lists for each proposal"),
});

const Half = z.object({ pages: z.int(), before: z.number(), after: z.number() });

const Switches = z.array(
  z.object({
    action: Action,
    kind: Kind,
    since: z.int().describe("When it was switched on, epoch ms"),
    pages: z.int().describe("Pages that it was about then, at most 2,000: these are compared"),
    verdict: z.enum(ROUTER_VERDICTS),
    reason: z.enum(NOT_TOLD).nullable().describe("Why nothing can be said"),
    daysLeft: z.int().nullable(),
    effect: z
      .object({
        routed: Half.describe("Pages that were routed: mean verified visits per page in 28 days"),
        others: Half.describe("Pages that chance left as they were"),
        effect: z.number().describe("How many visits more each routed page got than the others make expect"),
        low: z.number(),
        high: z.number(),
        p: z.number().describe("Probability of so few visits if the switch did nothing"),
      })
      .nullable(),
    sentence: z.string(),
  }),
);

export const RouterResponse = z.object({
  domain: z.string(),
  window: WindowResponse,
  proposals: z.array(
    z.object({
      action: Action,
      pages: z.int(),
      visits: z.int().describe("Verified visits of the four kinds in the window"),
      renders: z.int().describe("Of these, visits that needed a render"),
      bytes: z.int().describe("Size of the cached pages times their visits"),
      kinds: z.array(z.object({ kind: Kind, pages: z.int(), visits: z.int() })),
      paths: z
        .array(z.object({ path: z.string(), target: z.string().nullable(), visits: z.int() }))
        .describe("Most visits first"),
      keptPages: z.int(),
      kept: z
        .array(
          z.object({
            path: z.string(),
            reason: z
              .enum(KEPT_REASONS)
              .describe(
                "`cited`: answers cite it; `people`: assistants sent people there; `moved`: another page was probably meant, so redirect everybody on your server; `target`: the audit could not index its canonical page; `different`: it says something else than its canonical page, so that link may be a mistake",
              ),
            visits: z.int(),
          }),
        )
        .describe("Pages that are left out"),
    }),
  ),
  repeats: z
    .object({ pages: z.int(), visits: z.int(), bytes: z.int() })
    .describe(
      "Repeated visits to cached pages that are known not to have changed in the window. The cache answers 304 to a crawler that sends `If-None-Match` or `If-Modified-Since`, so this is the most that it spares",
    ),
  switches: Switches,
  gone: z.array(z.string()).describe("Paths that `gone` is about"),
  notGone: z
    .array(z.object({ path: z.string(), status: z.int().describe("What it answered last") }))
    .describe(
      "Those of `gone` that are there, as far as the cache, visits or the latest audit know. Crawlers get them as they are: a page gets 410 only while the cache or the site's server says that it is missing",
    ),
  keep: z.array(z.string()).describe("Paths that `redirect` leaves alone"),
});

export const RouterBody = z.strictObject({
  domain: z.string().min(1).max(300).describe("A verified domain in the caller's account"),
  switches: z
    .array(z.strictObject({ action: Action, kind: Kind }))
    .max(ROUTER_ACTIONS.length * ROUTED_KINDS.length)
    .describe("All that is to be on; what is left out is switched off"),
  gone: z
    .array(z.string().max(LONGEST_ROUTED_PATH).regex(OWN_PATH, "must be a path of the site"))
    .max(MOST_ROUTED_PATHS)
    .optional()
    .describe(
      "Paths that `gone` is about. By default the list stays as it is, and the first time it has the pages that are proposed",
    ),
});
