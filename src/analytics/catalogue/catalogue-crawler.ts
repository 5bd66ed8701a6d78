import * as z from "zod";
import type { CrawlerAgent } from "./agents";
import { RANGE_SOURCES } from "./range-sources";

/** A crawler in the catalogue, as readers see it. */
export const CatalogueCrawler = z.object({
  token: z.string(),
  provider: z.string(),
  operator: z.string(),
  kind: z.string(),
  robotsToken: z.string().nullable(),
  obeysRobots: z.enum(["yes", "named", "no"]).nullable(),
  verifiedBy: z.array(z.string()),
  documentation: z.string().nullable(),
  source: z.object({ name: z.string(), date: z.string() }),
});

export const catalogueCrawler = ({ proofs, ...agent }: CrawlerAgent): z.infer<typeof CatalogueCrawler> => ({
  ...agent,
  // How we verify that a visit comes from this crawler, in words.
  verifiedBy: [
    ...(proofs?.ranges ?? []).map((source) => `IP ranges at ${RANGE_SOURCES[source]}`),
    ...(proofs?.dns ?? []).map((domain) => `reverse DNS under ${domain}`),
    ...(proofs?.signedBy ?? []).map((host) => `request signature by ${host}`),
  ],
});
