import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Migrations that databases have already run, with hashes. A change needs a new file; a release adds its hash here. */
const RELEASED: Record<string, string> = {
  "0000_init.sql": "e0bb4f0d92fc4dec6b773963a7e13b05e8dc0c8f698ad3df50cf7a735d50feb4",
};

describe("migrations", () => {
  it("have a hash once their release is made", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    const unreleased = /^## \[Unreleased\]\n+(?=## )/m.test(readFileSync("CHANGELOG.md", "utf8"));
    const names = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
    // While there is something to release, its migrations may still change.
    if (unreleased) expect(names.sort(), `migrations of ${version}`).toEqual(Object.keys(RELEASED).sort());
  });

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
