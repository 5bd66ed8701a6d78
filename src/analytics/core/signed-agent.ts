import { agentHosts } from "./signature-claims";
import { CRAWLER_AGENTS } from "../catalogue/agents";
import { crawlerOf, type Crawler } from "../catalogue/classify";

/** The crawler whose operator signs requests as a host in a Signature-Agent header, or null. */
export function signedAgent(header: string | undefined): Crawler | null {
  const hosts = header === undefined ? [] : agentHosts(header);
  const isSigner = (host: string) => hosts.includes(host);
  const agent = hosts.length > 0 && CRAWLER_AGENTS.find((each) => each.proofs?.signedBy?.some(isSigner));
  return agent ? crawlerOf(agent) : null;
}
