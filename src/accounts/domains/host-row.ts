import * as z from "zod";
import { StoredRenderRule } from "../settings/render-rule";

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
  verifiedAt: z.number().nullable(),
  suspendedAt: z.number().nullable().default(null),
});
export type HostRow = z.infer<typeof HostRow>;

export const HostCopy = z.object({ readAt: z.number(), row: HostRow });
export type HostCopy = z.infer<typeof HostCopy>;
