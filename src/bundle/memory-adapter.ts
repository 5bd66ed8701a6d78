/** better-auth's database in memory, which it loads if it is given none. Ours is D1. */
export function memoryAdapter(): never {
  throw new Error("better-auth needs a database.");
}
