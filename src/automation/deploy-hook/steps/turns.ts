import type { DomainRow } from "../../../accounts";
import type { Bindings } from "../../../env";
import type { Deploy, Step, TurnEnd } from "../core/deploy";
import type { DeployBook } from "../ledger/ledger";

/** What a step works with. */
export interface TurnContext {
  env: Bindings;
  ledger: DeployBook;
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
export type TakeTurn = (context: TurnContext) => Promise<TurnEnd>;
export type StepTurns = Record<Step, TakeTurn>;

export const DONE: TurnEnd = { kind: "done", note: null };
export const MORE: TurnEnd = { kind: "again", waitMs: 0, ahead: true };
