import { exports } from "cloudflare:workers";
import type { Units } from "../../../src/usage/units.ts";
import { call } from "../support/api.ts";
import { each, unitsOf } from "./measured.ts";
import { auditOf } from "./pages.ts";
import { times, type Place } from "./place.ts";

/** Calls of the API as a program makes them: the crawler report, the last audit, its issues, the cache. */
export async function apiCalls(place: Place): Promise<Record<"apiCall", Units>> {
  const { account, site } = place;
  await auditOf(place, 100);
  const paths = [
    `/api/analytics/bots/summary?domain=${site.host}`,
    `/api/analytics/bots?domain=${site.host}&limit=100`,
    `/api/seo-spider/runs?domain=${site.host}`,
    `/api/prerender/cache/entries?domain=${site.host}`,
  ];
  const count = times(5, 250);
  const units = await unitsOf(async () => {
    for (let i = 0; i < count; i++)
      for (const path of paths) {
        const { status, body } = await call("GET", path, { headers: account.auth });
        if (status >= 300) throw new Error(`${path}: ${JSON.stringify(body)}`);
      }
  }, 500);
  return { apiCall: each(units, count * paths.length) };
}

/** Calls of tools by an assistant. */
export async function mcpCalls(place: Place): Promise<Record<"mcpCall", Units>> {
  const { account, site } = place;
  await auditOf(place, 100);
  const tools: Array<[string, object]> = [
    ["list_domains", {}],
    ["who_crawls", { domain: site.host }],
    ["what_to_fix", { domain: site.host }],
  ];
  const count = times(7, 350);
  const units = await unitsOf(async () => {
    for (let i = 0; i < count; i++)
      for (const [name, args] of tools) {
        const body = JSON.stringify({ jsonrpc: "2.0", id: i, method: "tools/call", params: { name, arguments: args } });
        const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
        const response = await exports.default.fetch("http://api.test/mcp", {
          method: "POST",
          headers: { ...headers, authorization: `Bearer ${account.key}` },
          body,
        });
        const text = await response.text();
        if (!response.ok || text.includes('"isError":true') || text.includes('"error":{')) throw new Error(text);
      }
  }, 500);
  return { mcpCall: each(units, count * tools.length) };
}
