/** A database that records the statements that are prepared on it. `beforeEach` may throw: then the query fails. */
export function spiedDatabase(database: D1Database, beforeEach: () => void = () => {}) {
  const statements: string[] = [];
  const spied = new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== "prepare") return typeof value === "function" ? (value as () => unknown).bind(target) : value;
      return (query: string) => {
        beforeEach();
        statements.push(query);
        return target.prepare(query);
      };
    },
  });
  return { statements, database: spied };
}
