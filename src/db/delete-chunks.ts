import type { SQL } from "drizzle-orm";
import type { Db } from "./client";

/** Statements that this invocation may still run. D1 allows 1,000 per invocation. */
export interface QueryBudget {
  left: number;
}

/**
 * Repeats a DELETE that has its own LIMIT until it finds nothing or the budget runs out. Each statement stays short, so
 * other queries get their turn. Returns true if nothing is left.
 */
export async function deleteChunks(db: Db, chunk: SQL, budget: QueryBudget): Promise<boolean> {
  while (budget.left > 0) {
    budget.left--;
    const { meta } = await db.run(chunk);
    if (meta.changes === 0) return true;
  }
  return false;
}

/** The same for several statements, one after another. */
export async function deleteAllChunks(db: Db, chunks: readonly SQL[], budget: QueryBudget): Promise<boolean> {
  for (const chunk of chunks) if (!(await deleteChunks(db, chunk, budget))) return false;
  return true;
}
