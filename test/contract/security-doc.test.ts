import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const lines = readFileSync("docs/security.md", "utf8").split("\n");
/** Names may be broken at the end of a line. */
const text = lines.join(" ").replaceAll(/\s+/g, " ");
/** `file` ("part of a test's name"), several names separated by commas. */
const NAMED = /`(test\/[^`]+)`(?: \("([^"]+)"\))?/g;
const references = [...text.matchAll(NAMED)].map(([, file, name]) => [file!, name ?? ""] as const);

describe("docs/security.md", () => {
  it("covers every threat and requirement", () => {
    expect(references.length).toBeGreaterThan(50);
    const entries = lines.flatMap((line, i) => (line.startsWith("- **") ? [i] : []));
    expect(entries.length).toBeGreaterThan(50);
    for (const [n, start] of entries.entries()) {
      const entry = lines.slice(start, entries[n + 1]).join("\n");
      expect(entry, "says what stops it").toMatch(/\n  - (?!Tests: )/);
      expect(entry, "names its tests").toMatch(/\n  - Tests: /);
    }
  });

  it.each(references)("names an existing test: %s %s", (file, name) => {
    expect(existsSync(file)).toBe(true);
    // A name may come from a pattern: `keeps %s where it belongs`.
    const names = readFileSync(file, "utf8").replaceAll("keeps %s where", "keeps drizzle-orm where");
    expect(names).toContain(name);
  });
});
