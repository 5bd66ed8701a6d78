import { agentOf } from "../catalogue/classify";
import type { VisitEvent } from "../count/record-visits";
import type { Bindings } from "../../env";
import { isPrivateIp } from "../../lib/hosts/ip";
import { inRanges } from "./ranges";

/**
 * Whether a crawler's address is in its operator's published ranges. Fast enough to call while a request waits: no name
 * is looked up and no signature is checked, so false only means not known yet.
 */
export async function isVerifiedNow(env: Bindings, { token, ip }: VisitEvent, now: number): Promise<boolean> {
  const sources = agentOf(token)?.proofs?.ranges;
  if (!sources || ip === undefined || isPrivateIp(ip) !== false) return false;
  return (await inRanges(env, ip, sources, now)) === true;
}
