import { describe, expect, it } from "vitest";
import { StoredObject } from "../../sim/platform/object-storage";
import { World } from "../../sim/world";

const inWorld = (work: () => void) => {
  const world = new World(1, 0, false);
  return world.simulate(async () => {
    work();
    world.rethrow();
  });
};

function withTables(): StoredObject {
  const object = new StoredObject("test");
  object.exec("CREATE TABLE IF NOT EXISTS a(x INTEGER); CREATE TABLE IF NOT EXISTS b(x INTEGER)", []);
  object.exec("ALTER TABLE a ADD COLUMN y INTEGER; ALTER TABLE b ADD COLUMN y INTEGER", []);
  return object;
}

describe("the simulated storage of objects", () => {
  it("runs all statements of a step, also for the next object that uses the database", async () => {
    await inWorld(() => {
      for (let life = 0; life < 2; life++) {
        const object = withTables();
        object.exec("INSERT INTO b(x, y) VALUES (?1, 2)", [life]);
        expect(object.exec("SELECT x, y FROM b", []).rows).toEqual([{ x: life, y: 2 }]);
        object.release();
      }
    });
  });

  it("undoes steps with their turn", async () => {
    await inWorld(() => {
      const object = withTables();
      object.end(false);
      object.exec("CREATE TABLE IF NOT EXISTS a(x INTEGER); CREATE TABLE IF NOT EXISTS b(x INTEGER)", []);
      object.exec("ALTER TABLE a ADD COLUMN y INTEGER; ALTER TABLE b ADD COLUMN y INTEGER", []);
      expect(object.exec("SELECT y FROM b", []).rows).toEqual([]);
    });
  });

  it.each(["SELECT z FROM a", "DELETE FROM a; DELETE FROM b"])("fails the world at %s", async (text) => {
    const work = () => expect(() => withTables().exec(text, [])).toThrow();
    await expect(inWorld(work)).rejects.toThrow(/no such column: z|only the first/);
  });
});
