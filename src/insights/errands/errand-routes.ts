import { Hono } from "hono";
import { authorizeDomain, DOMAIN_ERRORS, requireCaller, type CallerEnv } from "../../accounts";
import { askedDomain } from "../../analytics";
import { openDb } from "../../db/client";
import { operation } from "../../http/operation";
import { validate } from "../../http/validate";
import { lostErrands } from "../core/errand-walk";
import { keptErrands, type ErrandRun } from "./errand-bucket";
import { ErrandsBody, ErrandsQuery, ErrandsResponse } from "./errand-schemas";
import { sendAgent } from "./send-agent";

const described = { tag: "Analytics", credentials: ["apiKey", "session"] } as const;
const caller = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true });

const read = operation({
  ...described,
  summary: "See what an agent's errands brought home",
  description:
    "For each release: whether a scripted agent, which reads at most six pages per errand and follows links by their names, found a price, a way to reach the site and the return policy.",
  responses: { 200: ErrandsResponse },
  errors: DOMAIN_ERRORS,
});
const send = operation({
  ...described,
  summary: "Send an agent on its errands",
  description:
    "Reads the pages that crawlers get from the cache, and requests nothing from the site. The result of a release replaces an earlier one of the same name.",
  responses: { 200: ErrandsResponse },
  errors: [
    ...DOMAIN_ERRORS,
    "temporarily_unavailable",
    "cross_origin_request",
    "unsupported_media_type",
    "invalid_json",
    "payload_too_large",
  ],
});

function presentRuns(runs: readonly ErrandRun[]) {
  return runs.map(({ release, at, readings }, i) => ({
    release,
    at,
    readings: readings.map(({ reading, errands }) => {
      const before = runs[i + 1]?.readings.find((each) => each.reading === reading);
      const shown = errands.map((result) => ({ ...result, unread: result.unread ?? null }));
      return { reading, errands: shown, lost: lostErrands(before?.errands ?? [], errands) };
    }),
  }));
}

/** `/api/analytics/errands` */
export const errandRoutes = new Hono<CallerEnv>()
  .get("/errands", read, caller, validate("query", ErrandsQuery), async (c) => {
    const row = await askedDomain(openDb(c.env.DB), c.get("caller"), c.req.valid("query").domain);
    return c.json({ domain: row.domain, runs: presentRuns(await keptErrands(c.env, row.id)) });
  })
  .post("/errands", send, caller, validate("json", ErrandsBody), async (c) => {
    const { domain, ...asked } = c.req.valid("json");
    const row = await authorizeDomain(openDb(c.env.DB), c.get("caller"), domain);
    return c.json({ domain: row.domain, runs: presentRuns(await sendAgent(c.env, row, asked, Date.now())) });
  });
