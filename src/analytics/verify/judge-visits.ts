import { CRAWLER_AGENTS, type CrawlerAgent } from "../catalogue/agents";
import { agentOf } from "../catalogue/classify";
import { judge, type Evidence } from "./core/judge";
import type { VisitVerdict } from "../core/verdict";
import type { JudgedVisit } from "../count/add-visits";
import type { VisitEvent } from "../count/record-visits";
import type { Bindings } from "../../env";
import { mapBounded } from "../../lib/platform/async-pool";
import { isPrivateIp } from "../../lib/hosts/ip";
import { SECOND_MS } from "../../lib/time/time";
import { log } from "../../lib/text/log";
import { asksForProofs } from "./fetch-proof";
import { inRanges } from "./ranges";
import { hasNameIn } from "./reverse-dns";
import { isSignedBy } from "./signature";

const AT_ONCE = 6;
/** After this time, a visit without a verdict stays unknown, so that visits are counted within 15 s of the request. */
const DEADLINE_MS = 5 * SECOND_MS;

/**
 * Decides for each visit whether it came from the crawler that it names. Never fails: visits that we can't judge are
 * unknown.
 */
export async function judgeVisits(env: Bindings, events: readonly VisitEvent[], now: number): Promise<JudgedVisit[]> {
  if (!asksForProofs(env)) return events.map((event) => ({ event, verdict: "unknown" }));
  const questions = Map.groupBy(events, questionOf);
  const deadline = Date.now() + DEADLINE_MS;
  const verdicts = new Map<string, VisitVerdict>();
  await mapBounded(inTurns([...questions]), AT_ONCE, async ([question, [event]]) => {
    if (question !== "") verdicts.set(question, await verdictWithin(env, event!, now, deadline - Date.now()));
  });
  return events.map((event) => ({ event, verdict: verdicts.get(questionOf(event)) ?? "unknown" }));
}

/** Visits with equal texts get the same verdict. An empty text means that there is nothing to check. */
function questionOf({ token, ip, signature }: VisitEvent): string {
  const address = ip !== undefined && isPrivateIp(ip) === false ? ip : "";
  return address === "" && !signature ? "" : JSON.stringify([token, address, signature ?? null]);
}

/** Alternates between domains, so that a domain with slow checks does not use up the time of the others. */
function inTurns(questions: Array<[string, VisitEvent[]]>): Array<[string, VisitEvent[]]> {
  const asked = new Map<string, number>();
  const turns = questions.map((question) => {
    const { domainId } = question[1][0]!;
    const turn = asked.get(domainId) ?? 0;
    asked.set(domainId, turn + 1);
    return { question, turn };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ question }) => question);
}

async function verdictWithin(env: Bindings, event: VisitEvent, now: number, leftMs: number): Promise<VisitVerdict> {
  if (leftMs <= 0) return "unknown";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<VisitVerdict>((resolve) => {
    timer = setTimeout(() => resolve("unknown"), leftMs);
  });
  const verdict = verdictOf(env, event, now).catch((error: unknown): VisitVerdict => {
    log("error", "visit_not_judged", { token: event.token, error: String(error) });
    return "unknown";
  });
  try {
    return await Promise.race([verdict, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function verdictOf(env: Bindings, event: VisitEvent, now: number): Promise<VisitVerdict> {
  const proofs = agentOf(event.token)?.proofs ?? null;
  const evidence: Evidence = { signature: undefined, ranges: null, dns: null };
  if (event.signature) evidence.signature = await isSignedBy(env, event.signature, signersOf(event.provider), now);
  if (event.ip !== undefined && isPrivateIp(event.ip) === false) {
    if (proofs?.ranges) evidence.ranges = await inRanges(env, event.ip, proofs.ranges, now);
    // DNS is the slowest check, so it runs last, and only if it can still change the verdict.
    if (proofs?.dns && !evidence.ranges && !evidence.signature)
      evidence.dns = await hasNameIn(env, event.ip, proofs.dns, now);
  }
  return judge(proofs, evidence);
}

/** Hosts that sign requests of a provider's crawlers. */
function signersOf(provider: string): string[] {
  const own = (agent: CrawlerAgent) => (agent.provider === provider ? (agent.proofs?.signedBy ?? []) : []);
  return CRAWLER_AGENTS.flatMap(own);
}
