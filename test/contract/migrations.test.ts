import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Migrations that databases have already run, with hashes. A change needs a new file; a release adds its hash here. */
const RELEASED: Record<string, string> = {
  "0000_init.sql": "33b90f02c17998392143bcaef876f86e4f85373dd31c63f57a2994d76137d33e",
};

describe("migrations", () => {
  it("that were released are unchanged", () => {
    const hashes = Object.keys(RELEASED).map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(`migrations/${name}`))
        .digest("hex"),
    ]);
    expect(Object.fromEntries(hashes)).toEqual(RELEASED);
  });

  it("are numbered without gaps and listed in drizzle's journal", () => {
    const files = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
    const journal = JSON.parse(readFileSync("migrations/meta/_journal.json", "utf8")) as { entries: { tag: string }[] };
    expect(files.sort()).toEqual(journal.entries.map(({ tag }) => `${tag}.sql`));
    expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, i) => i));
  });
});
