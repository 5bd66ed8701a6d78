import type { SQL } from "drizzle-orm";
import type { Db } from "./client";

/** Statements that one invocation may still make: D1 takes 1,000 from it. */
export interface QueryBudget {
  left: number;
}

/**
 * Repeats a DELETE that has a limit of its own until it finds nothing, or the budget is used up. One statement stays short,
 * so other queries get their turn. True: nothing is left.
 */
export async function deleteChunks(db: Db, chunk: SQL, budget: QueryBudget): Promise<boolean> {
  while (budget.left > 0) {
    budget.left--;
    const { meta } = await db.run(chunk);
    if (meta.changes === 0) return true;
  }
  return false;
}

/** The same for several statements, one after the other. */
export async function deleteAllChunks(db: Db, chunks: readonly SQL[], budget: QueryBudget): Promise<boolean> {
  for (const chunk of chunks) if (!(await deleteChunks(db, chunk, budget))) return false;
  return true;
}
