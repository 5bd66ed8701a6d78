import { Hono } from "hono";
import * as z from "zod";
import { authorizeDomain, requireCaller, type CallerEnv } from "../accounts";
import { openDb } from "../db/client";
import { operation } from "../http/operation";
import { queryNumber } from "../http/query-number";
import { streamText } from "../http/stream-text";
import { validate } from "../http/validate";
import { pagePathOf } from "./cache/site";
import { exportLedger, servedDays } from "./pages/export-ledger";
import { CACHE_ERRORS } from "./serve/render-routes";

const domain = z.string().min(1).max(300).describe("A verified domain in the caller's account");
const LedgerQuery = z.object({
  domain,
  path: z.string().min(1).max(2_048).startsWith("/", "must start with /").describe("The page's path with its query"),
  limit: queryNumber(1, 180).default(60).describe("Days per response, the latest"),
});
const Percent = z.int().min(0).max(100);
const LedgerResponse = z.object({
  domain: z.string(),
  path: z.string(),
  days: z.int().describe("Closed days of the domain's ledger"),
  first: z.string().nullable(),
  last: z.string().nullable(),
  served: z
    .array(
      z.object({
        day: z.string().describe("UTC day; it is closed two hours after its end"),
        signed: z.boolean(),
        visits: z.array(z.object({ crawler: z.string(), visits: z.int() })).describe("Verified visits to the page"),
        entries: z
          .array(
            z.object({
              screen: z.enum(["desktop", "mobile"]),
              status: z.int(),
              at: z.int().describe("When the first render of the day that brought it began, epoch ms"),
              last: z.int().describe("When the last one began"),
              renders: z.int(),
              body: z.string().describe("First 32 digits of the HTML's SHA-256: the entity tag that crawlers got"),
              text: z.string().describe("The same of the text in it"),
              shown: z.string().describe("The same of the text that a browser showed then"),
              alike: z
                .object({
                  given: Percent.describe("Percent of the words in the HTML that the browser showed"),
                  shown: Percent.describe("Percent of the words shown that are in the HTML"),
                })
                .nullable(),
            }),
          )
          .describe("What the cache had for crawlers from then on"),
      }),
    )
    .describe("Days with renders of the page or visits to it, the latest first"),
});

const described = { tag: "Prerender cache", credentials: ["apiKey", "session"], errors: CACHE_ERRORS } as const;

const read = operation({
  ...described,
  summary: "Read what was served of a page",
  description:
    "The ledger of the domain: per day what the cache had for crawlers, with hashes of it and of what a browser showed, and verified visits. A day without entries was served what the last entry before it says.",
  responses: { 200: LedgerResponse },
});

const exported = operation({
  ...described,
  summary: "Export the ledger of what was served",
  description:
    "Lines of JSON: a header with the public keys, a line per closed day whose root covers the day before, and an end. Signed with the service's keys if it has any. `crawlready verify-ledger` verifies it offline. docs/ledger.md says what it proves.",
  responses: { 200: null },
  texts: ["application/jsonl"],
});

const caller = requireCaller({ kinds: ["key", "session"], keysNeedPlan: false });

/** `/api/prerender/ledger` */
export const ledgerRoutes = new Hono<CallerEnv>()
  .get("/ledger", read, caller, validate("query", LedgerQuery), async (c) => {
    const query = c.req.valid("query");
    const row = await authorizeDomain(openDb(c.env.DB), c.get("caller"), query.domain);
    const settings = { ignoredParameters: row.ignoredParameters ?? [], rules: row.renderRules ?? [] };
    const path = pagePathOf(settings, query.path) ?? query.path;
    const { found, ...span } = await servedDays(c.env, row, path, { limit: query.limit, now: Date.now() });
    const served = found.map(({ day, signed, visits, entries }) => ({
      day,
      signed,
      visits,
      entries: entries.map(({ screen, status, at, last, renders, body, text, shown, alike }) => {
        const shares = alike && { given: alike[0], shown: alike[1] };
        return { screen, status, at, last, renders, body, text, shown, alike: shares };
      }),
    }));
    return c.json({ domain: row.domain, path, ...span, served });
  })
  .get("/ledger/export", exported, caller, validate("query", z.object({ domain })), async (c) => {
    const row = await authorizeDomain(openDb(c.env.DB), c.get("caller"), c.req.valid("query").domain);
    return c.body(streamText(exportLedger(c.env, row, Date.now())), 200, {
      "content-type": "application/jsonl",
      "content-disposition": 'attachment; filename="ledger.jsonl"',
    });
  });
