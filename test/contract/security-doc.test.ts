import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const text = readFileSync("docs/security.md", "utf8");
/** `file` ("part of a test's name"), several names separated by commas. */
const NAMED = /`(test\/[^`]+)`(?: \("([^"]+)"\))?/g;
const references = [...text.matchAll(NAMED)].map(([, file, name]) => [file!, name ?? ""] as const);

describe("docs/security.md", () => {
  it("covers every threat and requirement", () => {
    expect(references.length).toBeGreaterThan(50);
    const rows = text.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| --"));
    for (const row of rows) expect(row.split(" | "), row).toHaveLength(3);
  });

  it.each(references)("names an existing test: %s %s", (file, name) => {
    expect(existsSync(file)).toBe(true);
    // A name may come from a pattern: `keeps %s where it belongs`.
    const names = readFileSync(file, "utf8").replaceAll("keeps %s where", "keeps drizzle-orm where");
    expect(names).toContain(name);
  });
});
