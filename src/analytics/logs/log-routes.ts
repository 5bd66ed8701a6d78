import { Hono } from "hono";
import { authorizeDomain, DOMAIN_ERRORS, requireCaller, type CallerEnv } from "../../accounts";
import { openDb } from "../../db/client";
import { operation } from "../../http/operation";
import { validate } from "../../http/validate";
import { bodyText } from "./body-text";
import { importLog } from "./import-log";
import { logLines } from "./log-lines";
import { LogsResponse, LogsQuery } from "./schemas";

const imported = operation({
  tag: "Analytics",
  summary: "Import a piece of an access log",
  description:
    "The body is text, plain or gzip: at most 1 MiB as sent, 16 MiB of text and 20,000 lines; `npx crawlready-logs` sends whole files. Reads nginx and Apache (`common`, `combined`, `vhost_combined`), CloudFront and other W3C logs, Caddy, Vercel, Netlify, Cloudflare Logpush, and JSON lines with usual names. Every request of a crawler counts as a reported visit, with its `form` if the path shows it (robots.txt, sitemaps, llms.txt); GET requests for pages by people whom assistants sent count as referrals; nothing else in the log is stored. `servedBy` is `cache` if the CDN says that it had a copy, otherwise `render`. A line has the same identity in every upload, so importing a file twice, or files that overlap, changes nothing; the n-th of several equal lines is the same as the n-th in another file. `#Seen: <hash> <count>` says how often the file had a line before this piece (first 32 hex digits of the line's SHA-256). `ignored`: people and lines without a user agent; `otherHosts`: lines for another host; `outOfRange`: older than 180 days or in the future; `malformed`: with the first five as `examples`.",
  credentials: ["apiKey", "session"],
  responses: { 202: LogsResponse },
  errors: [...DOMAIN_ERRORS, "payload_too_large"],
});

/** `/api/analytics/logs`. */
export const logRoutes = new Hono<CallerEnv>().post(
  "/logs",
  imported,
  requireCaller({ kinds: ["key", "session"], keysNeedPlan: false }),
  validate("query", LogsQuery),
  async (c) => {
    const { domain: name, format } = c.req.valid("query");
    const domain = await authorizeDomain(openDb(c.env.DB), c.get("caller"), name);
    const lines = logLines(bodyText(c.req.raw));
    return c.json(await importLog(c.env, domain, lines, format ?? null, Date.now()), 202);
  },
);
