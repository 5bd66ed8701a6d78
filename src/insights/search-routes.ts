import { Hono } from "hono";
import * as z from "zod";
import { authorizeDomain, DOMAIN_ERRORS, requireCaller, type CallerEnv } from "../accounts";
import { openDb } from "../db/client";
import { ApiError } from "../errors/api-error";
import { readText } from "../http/body";
import { operation } from "../http/operation";
import { queryNumber } from "../http/query-number";
import { validate } from "../http/validate";
import { mediaTypeOf } from "../lib/text/media-type";
import { importSearch, searchFigures } from "./search-figures";
import { deleteSearch } from "./search-bucket";

const MAX_BYTES = 4 * 1_048_576;

const Named = z.object({ domain: z.string().min(1).max(300).describe("The domain; it must be verified") });
const ReadQuery = Named.extend({ limit: queryNumber(1, 1000).default(100).describe("Pages, most clicks first") });
const Imported = z.object({
  ok: z.literal(true),
  pages: z.int(),
  skipped: z.int().describe("Lines without a page of the domain or without numbers, and those beyond 50,000 pages"),
});
const Search = z.object({
  domain: z.string(),
  importedAt: z.int().nullable().describe("Null: nothing was imported"),
  pages: z.int(),
  skipped: z.int(),
  totals: z.object({ clicks: z.number(), impressions: z.number() }),
  visitDays: z.int(),
  runId: z.string().nullable().describe("The latest finished audit"),
  rows: z.array(
    z.object({
      path: z.string(),
      clicks: z.number(),
      impressions: z.number(),
      position: z.number().nullable(),
      crawlerVisits: z.int().describe("In the last `visitDays` days"),
      audit: z
        .object({ statusCode: z.int(), indexable: z.boolean(), healthScore: z.number(), issueIds: z.array(z.string()) })
        .nullable()
        .describe("Null: the audit did not see the page"),
    }),
  ),
});

const described = { tag: "Analytics", credentials: ["apiKey", "session"] } as const;
const reader = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true });
const writer = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true, body: "csv" });

const importOp = operation({
  ...described,
  summary: "Import Search Console data",
  description:
    "The body is the CSV file of pages that Search Console exports (`Pages.csv`), as `text/csv`, at most 4 MiB. It replaces what was imported before.",
  responses: { 200: Imported },
  errors: [...DOMAIN_ERRORS, "cross_origin_request", "unsupported_media_type", "payload_too_large", "invalid_json"],
});
const readOp = operation({
  ...described,
  summary: "Read clicks beside issues and visits",
  description:
    "Clicks and impressions of the imported Search Console data, with each page's crawler visits and its result in the latest finished audit.",
  responses: { 200: Search },
  errors: DOMAIN_ERRORS,
});
const removeOp = operation({
  ...described,
  summary: "Delete Search Console data",
  responses: { 200: z.object({ ok: z.literal(true) }) },
  errors: [...DOMAIN_ERRORS, "cross_origin_request", "unsupported_media_type"],
});

/** `/api/analytics/search` */
export const searchRoutes = new Hono<CallerEnv>()
  .get("/search", readOp, reader, validate("query", ReadQuery), async (c) => {
    const { domain: name, limit } = c.req.valid("query");
    const domain = await authorizeDomain(openDb(c.env.DB), c.get("caller"), name);
    return c.json(await searchFigures(c.env, domain, limit, Date.now()));
  })
  .post("/search", importOp, writer, validate("query", Named), async (c) => {
    const domain = await authorizeDomain(openDb(c.env.DB), c.get("caller"), c.req.valid("query").domain);
    if (mediaTypeOf(c.req.header("content-type") ?? "") !== "text/csv")
      throw new ApiError("unsupported_media_type", "Send the file as text/csv.");
    const text = await readText(c.req.raw, MAX_BYTES);
    return c.json({ ok: true, ...(await importSearch(c.env, domain, text, Date.now())) });
  })
  .delete("/search", removeOp, reader, validate("query", Named), async (c) => {
    const domain = await authorizeDomain(openDb(c.env.DB), c.get("caller"), c.req.valid("query").domain);
    await deleteSearch(c.env, domain.id);
    return c.json({ ok: true });
  });
