import { Hono } from "hono";
import * as z from "zod";
import { DOMAIN_ERRORS, requireCaller, type CallerEnv } from "../accounts";
import { askedDomain } from "../analytics";
import { openDb } from "../db/client";
import { operation } from "../http/operation";
import { validate } from "../http/validate";
import { AREAS, MOST_ENTRIES } from "./core/first";
import { firstList } from "./first-list";

const FirstQuery = z.object({
  domain: z.string().min(1).max(300).optional().describe("A verified domain in the caller's account"),
});

const Area = z.enum(AREAS).describe("What it is about");
const FirstResponse = z.object({
  domain: z.string(),
  madeAt: z.int().describe("When the list was made, epoch ms: at most an hour ago"),
  runId: z.string().nullable().describe("The latest finished audit; null: there is none"),
  sentence: z.string().describe("The list in one sentence; of an empty one, what was looked at and what is not known"),
  entries: z
    .array(
      z.object({
        id: z.string().describe("The same from day to day"),
        area: Area,
        title: z.string(),
        gain: z
          .object({
            visits: z.int().describe("Crawler visits of 30 days that meet it"),
            citations: z.int().describe("Answers that cite the pages, or that could have cited one"),
            points: z.number().nullable().describe("Of Health; null: it is not about the audit"),
          })
          .describe("What doing it may bring"),
        evidence: z.string(),
        examples: z.array(z.string()).describe("Paths, or a search of assistants"),
        todo: z.string().describe("The one thing to do"),
        page: z.string().describe("Path of the dashboard's page that shows it"),
        weight: z.number().describe("What it is worth: percent of Health, of visits or of answers"),
        since: z.string().describe("The day on which it came onto the list"),
      }),
    )
    .max(MOST_ENTRIES),
  done: z
    .array(z.object({ id: z.string(), area: Area, title: z.string(), day: z.string() }))
    .describe("Entries of the last seven days that the data say are done, the latest first"),
});

const first = operation({
  tag: "Analytics",
  summary: "See what to do first",
  description:
    "One list over audits, visits, the cache and AI answers: at most seven entries, each with its cause, gain, evidence and the one thing to do. An entry keeps its place until another is worth a quarter more, and is done when the data say so.",
  credentials: ["apiKey", "session"],
  responses: { 200: FirstResponse },
  errors: DOMAIN_ERRORS,
});

const reader = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true });

/** `/api/analytics/first` */
export const firstRoutes = new Hono<CallerEnv>().get(
  "/first",
  first,
  reader,
  validate("query", FirstQuery),
  async (c) => {
    const domain = await askedDomain(openDb(c.env.DB), c.get("caller"), c.req.valid("query").domain);
    const { view: _, ...list } = await firstList(c.env, domain, Date.now());
    return c.json({ domain: domain.domain, ...list });
  },
);
