import { Hono } from "hono";
import { authorizeDomain, DOMAIN_ERRORS, requireCaller, requireSession } from "../../accounts";
import type { CallerEnv, SessionEnv } from "../../accounts";
import { askedDomain, windowOfDays } from "../../analytics";
import { openDb } from "../../db/client";
import { operation } from "../../http/operation";
import { validate } from "../../http/validate";
import { presentWindow } from "../sources/present-window";
import { readRouter } from "./read-router";
import { RouterBody, RouterQuery, RouterResponse } from "./router-schemas";
import { setRouter } from "./set-router";

const read = operation({
  tag: "Analytics",
  summary: "See what routing crawlers could spare",
  description:
    "Where crawlers waste visits: addresses whose canonical page could answer (301), pages that are gone (410) and repeated visits to unchanged pages (304). With what is on, and what that changed: for 28 days chance leaves half of the pages as they are, and both halves are compared once.",
  credentials: ["apiKey", "session"],
  responses: { 200: RouterResponse },
  errors: DOMAIN_ERRORS,
});

const change = operation({
  tag: "Analytics",
  summary: "Switch the routing of crawlers on or off",
  description:
    "For verified crawlers of the named kinds only; people always get the page. A redirect needs both pages in the cache with status 200. A 410 needs the cache or the site's own server to say that the page is missing. Pages that answers cite or assistants send people to are left alone. Repeating a request changes nothing.",
  credentials: ["session"],
  responses: { 200: RouterResponse },
  errors: [
    ...DOMAIN_ERRORS,
    "owner_required",
    "cross_origin_request",
    "unsupported_media_type",
    "invalid_json",
    "payload_too_large",
  ],
});

const LISTED = 20;
const WINDOW_DAYS = 30;
const reader = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true });

/** Reads `/api/analytics/router`. */
export const routerReads = new Hono<CallerEnv>().get(
  "/router",
  read,
  reader,
  validate("query", RouterQuery),
  async (c) => {
    const now = Date.now();
    const { domain: asked, days, limit } = c.req.valid("query");
    const row = await askedDomain(openDb(c.env.DB), c.get("caller"), asked);
    const window = windowOfDays(now, days);
    const report = await readRouter(c.env, row, window, { limit, now });
    return c.json({ domain: row.domain, window: presentWindow(window), ...report });
  },
);

/** Changes `/api/analytics/router`. */
export const routerWrites = new Hono<SessionEnv>().put(
  "/router",
  change,
  requireSession("owner"),
  validate("json", RouterBody),
  async (c) => {
    const now = Date.now();
    const { domain: asked, ...body } = c.req.valid("json");
    const [db, caller] = [openDb(c.env.DB), c.get("caller")];
    const row = await setRouter(c.env, { db, caller, row: await authorizeDomain(db, caller, asked) }, body, now);
    const window = windowOfDays(now, WINDOW_DAYS);
    const report = await readRouter(c.env, row, window, { limit: LISTED, now });
    return c.json({ domain: row.domain, window: presentWindow(window), ...report });
  },
);
