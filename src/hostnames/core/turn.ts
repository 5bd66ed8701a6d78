import { MINUTE_MS, SECOND_MS } from "../../lib/time/time";

/** There is at most one turn in this time. */
export const TURN_MS = 10 * SECOND_MS;

/** Cloudflare allows 1,200 calls in five minutes. Thirty turns make at most 900 and leave the rest to the operator. */
const CALLS = 30;

/** What one turn may do. */
export interface TurnBudget {
  calls: number;
  creates: number;
  /** Where the accounts' order begins: another place with each turn. */
  after: string;
}

/** The budget of the turn at `now`: as many creates as keep to `perMinute` over the turns. */
export function turnBudget(now: number, perMinute: number): TurnBudget {
  const no = Math.floor(now / TURN_MS);
  const perTurn = (perMinute * TURN_MS) / MINUTE_MS;
  const creates = Math.floor((no + 1) * perTurn) - Math.floor(no * perTurn);
  const after = (Math.imul(no, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0");
  return { calls: CALLS, creates: Math.min(creates, CALLS), after };
}
