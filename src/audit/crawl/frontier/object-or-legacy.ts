/**
 * Reads what the domain's object has or, while the domain's rows have not moved out of D1 (`ask` gives null), what D1
 * has. The second question notices a move that ended while D1 was read: rows may be gone from D1 by then.
 */
export async function objectOrLegacy<T>(ask: () => Promise<T | null>, legacy: () => Promise<T>): Promise<T> {
  const here = await ask();
  if (here !== null) return here;
  const there = await legacy();
  return (await ask()) ?? there;
}
