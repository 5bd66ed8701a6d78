import { ApiProblem } from "../../../server/read";
import type { Filters } from "./page-filters";

/**
 * Reads a list with the reader's filters. If the API refuses them, reads it without, and returns why: the page shows
 * the reason next to the filter.
 */
export async function readOrExplain<T>(
  readList: (filters: Filters) => Promise<T>,
  filters: Filters,
): Promise<{ answer: T; problem?: ApiProblem }> {
  try {
    return { answer: await readList(filters) };
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== "invalid_request") throw error;
    return { answer: await readList({}), problem: error };
  }
}
