import * as z from "zod";
import { ROUTED_KINDS, ROUTER_ACTIONS } from "../core/domains/crawl-router";
import { StoredRenderRule } from "../settings/render-rule";

const StoredCrawlRouter = z.object({
  switches: z.array(z.object({ action: z.enum(ROUTER_ACTIONS), kind: z.enum(ROUTED_KINDS), since: z.number() })),
  gone: z.array(z.string()),
  keep: z.array(z.string()),
});

/** What serving needs to know about a verified domain. Its only secrets are encrypted, because KV holds a copy of it. */
export const HostRow = z.object({
  id: z.string(),
  accountId: z.string(),
  domain: z.string(),
  origin: z.string().nullable(),
  sitemapUrl: z.string().nullable(),
  snapshotTtlHours: z.number(),
  ignoredParameters: z.array(z.string()).nullable(),
  renderRules: z.array(StoredRenderRule).nullable().default(null),
  soft404: z.enum(["detect", "off"]),
  markdown: z.boolean(),
  llmsTxt: z.boolean(),
  canonicalRedirects: z.boolean().default(false),
  crawlRouter: StoredCrawlRouter.nullable().default(null),
  verifiedAt: z.number().nullable(),
  suspendedAt: z.number().nullable().default(null),
});
export type HostRow = z.infer<typeof HostRow>;

export const HostCopy = z.object({ readAt: z.number(), row: HostRow });
export type HostCopy = z.infer<typeof HostCopy>;
