/** An object of the release before has no method of this name; it can't have moved anything. */
const OLD_OBJECT = /does not implement the method/;

/**
 * Reads what the domain's object has or, while the domain's rows have not moved out of D1 (`ask` gives null), what D1
 * has. The second question notices a move that ended while D1 was read: rows may be gone from D1 by then.
 */
export async function objectOrLegacy<T>(ask: () => Promise<T | null>, legacy: () => Promise<T>): Promise<T> {
  const answer = () =>
    ask().catch((error: unknown) => {
      if (OLD_OBJECT.test(String(error))) return null;
      throw error;
    });
  const here = await answer();
  if (here !== null) return here;
  const there = await legacy();
  return (await answer()) ?? there;
}
