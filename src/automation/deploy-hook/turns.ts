import type { DomainRow } from "../../accounts";
import type { Bindings } from "../../env";
import type { Deploy, Step, Turn } from "./core/deploy";
import type { Ledger } from "./ledger";

/** What a step works with. */
export interface TurnContext {
  env: Bindings;
  ledger: Ledger;
  /** The deploy's number in the ledger. */
  no: number;
  deploy: Deploy;
  row: DomainRow;
  now: number;
}

/**
 * One turn of a step: a bounded part of its work, which may be repeated at any time. It may be interrupted anywhere and
 * then runs again.
 */
export type TakeTurn = (context: TurnContext) => Promise<Turn>;
export type Turns = Record<Step, TakeTurn>;

export const DONE: Turn = { kind: "done", note: null };
export const MORE: Turn = { kind: "again", waitMs: 0, ahead: true };
