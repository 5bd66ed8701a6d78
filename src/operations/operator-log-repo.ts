import { desc, sql, type SQL } from "drizzle-orm";
import { runBatch, type Db } from "../db/client";
import { operatorLog } from "../db/schema";

/** Something that the operator did to the service. */
export interface OperatorAction {
  id: string;
  /** Dotted verb, e.g. `dead_letters.requeued`. */
  action: string;
  target: string | null;
  detail: Record<string, unknown> | null;
  at: number;
}

/** The statement that appends to the operator's log. */
export function actionLogged({ id, action, target, detail, at }: OperatorAction): SQL {
  return sql`INSERT INTO operator_log (id, action, target, detail, at)
    VALUES (${id}, ${action}, ${target}, ${detail && JSON.stringify(detail)}, ${at})`;
}

/** Appends to the operator's log. */
export async function logOperator(db: Db, action: Omit<OperatorAction, "id">): Promise<void> {
  await runBatch(db, [actionLogged({ ...action, id: crypto.randomUUID() })]);
}

/** A part of the operator's log, newest first. `before`: the position to continue from. */
export function listOperatorLog(db: Db, before: { at: number; id: string } | undefined, limit: number) {
  return db
    .select()
    .from(operatorLog)
    .where(before && sql`(${operatorLog.at}, ${operatorLog.id}) < (${before.at}, ${before.id})`)
    .orderBy(desc(operatorLog.at), desc(operatorLog.id))
    .limit(limit)
    .all();
}
