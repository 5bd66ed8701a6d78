import type * as z from "zod";
import type { Bindings } from "../../env";
import { isPrivateIp } from "../../lib/hosts/ip";
import { catalogueCrawler } from "../catalogue/catalogue-crawler";
import { agentOf, classifyUserAgent } from "../catalogue/classify";
import type { VerifyCrawlerResponse, VerifyCrawlerQuery } from "../schemas";
import { asksForProofs } from "./fetch-proof";
import { judgeVisits } from "./judge-visits";

/** Whether a request with this user agent and address comes from the crawler that it names, as visits are judged. */
export async function verifyCrawler(
  env: Bindings,
  { userAgent, ip }: z.output<typeof VerifyCrawlerQuery>,
  now: number,
): Promise<z.output<typeof VerifyCrawlerResponse>> {
  const claimed = classifyUserAgent(userAgent);
  const agent = agentOf(claimed?.token ?? null);
  const crawler = agent && catalogueCrawler(agent);
  if (!claimed) return { claims: "person", crawler, verdict: null, reason: "no_crawler_named" };
  if (!agent?.proofs) return { claims: "crawler", crawler, verdict: "unknown", reason: "nothing_published" };
  if (ip === undefined) return { claims: "crawler", crawler, verdict: "unknown", reason: "no_address" };
  if (isPrivateIp(ip) !== false) return { claims: "crawler", crawler, verdict: "unknown", reason: "private_address" };
  if (!asksForProofs(env)) return { claims: "crawler", crawler, verdict: "unknown", reason: "verification_off" };
  const visit = { id: "", domainId: "", at: now, path: "/", servedBy: "origin" as const, ...claimed, ip };
  const [judged] = await judgeVisits(env, [visit], now);
  const verdict = judged!.verdict;
  return { claims: "crawler", crawler, verdict, reason: verdict === "unknown" ? "proof_unavailable" : "checked" };
}
