import * as z from "zod";
import { args, defineTool, READS } from "../define/define-tool";

const REASONS = {
  checked: "The address was checked against what the crawler's operator publishes.",
  no_crawler_named: "The user agent names no crawler.",
  nothing_published: "The operator publishes no way to check, so any address can claim to be it.",
  no_address: "Give the address as `ip` to check it.",
  private_address: "The address is private, so it says nothing about the sender.",
  verification_off: "This service is set not to verify crawlers.",
  proof_unavailable: "What the operator publishes can't be read at the moment.",
} as const;

export const verifyCrawlerTool = defineTool({
  name: "verify_crawler",
  title: "Is this crawler real?",
  description:
    "Whether a request in a log comes from the crawler that its user agent names: checks the address by the operator's published IP ranges and reverse DNS.",
  input: args({
    userAgent: z.string().min(1).max(1_000).describe("The request's user agent"),
    ip: z.union([z.ipv4(), z.ipv6()]).optional().describe("The address that the request came from"),
  }),
  output: z.object({
    claims: z.enum(["crawler", "person"]),
    crawler: z
      .object({
        name: z.string(),
        operator: z.string(),
        kind: z.string(),
        obeysRobots: z.string().nullable(),
        documentation: z.string().nullable(),
        verifiedBy: z.array(z.string()),
      })
      .nullable(),
    verdict: z.enum(["verified", "unknown", "spoofed"]).nullable(),
    reason: z.string(),
  }),
  annotations: READS,
  calls: ["verifyCrawler"],
  run: async ({ userAgent, ip }, { api }) => {
    const { claims, crawler, verdict, reason } = await api.verifyCrawler({ query: { userAgent, ip } });
    const shown = crawler && {
      name: crawler.token,
      operator: crawler.operator,
      kind: crawler.kind,
      obeysRobots: crawler.obeysRobots,
      documentation: crawler.documentation,
      verifiedBy: crawler.verifiedBy,
    };
    return { claims, crawler: shown, verdict, reason: REASONS[reason] };
  },
});
