import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { HEALTH_REASONS } from "../../src/operations/core/judge-health";
import { files } from "./sources.ts";

const read = (file: string) => readFileSync(file, "utf8");

/** Levels that are chosen by a table, by the event that has them. */
const CHOSEN = { health: "info, warn, error" };
/** Events that are passed to the one call of `log` that logs them, with their level. */
const PASSED = /missing: \{ event: "([a-z_]+)"/g;

/** Every event that the code logs, with its levels. */
const logged = new Map<string, Set<string>>();
const note = (event: string, level: string) => logged.set(event, (logged.get(event) ?? new Set()).add(level));
let calls = 0;
for (const file of files("src").filter((each) => /\.tsx?$/.test(each) && each !== "src/lib/text/log.ts")) {
  const text = read(file);
  calls += [...text.matchAll(/(?<![\w.])log\(/g)].filter(({ index }) => !text.slice(0, index).endsWith("run_")).length;
  for (const [, level, event] of text.matchAll(/\blog\(\s*"(info|warn|error)",\s*"([a-z_]+)"/g)) note(event!, level!);
  for (const [, event] of text.matchAll(/\blog\(\s*LEVELS\[\w+\],\s*"([a-z_]+)"/g))
    note(event!, CHOSEN[event as keyof typeof CHOSEN]);
  for (const [, event] of text.matchAll(PASSED)) note(event!, "warn");
}

const table = [...read("docs/log-events.md").matchAll(/^\| `([a-z_]+)` \| ([a-z, ]+) \| (.+) \| (.+) \|$/gm)].map(
  ([, event, level, means, action]) => ({ event: event!, level: level!, means: means!, action: action! }),
);
const anchorOf = (action: string) => /\]\(runbook\.md#([a-z_]+)\)$/.exec(action)?.[1];

describe("docs/log-events.md", () => {
  it("finds every call of log, those that name their event elsewhere too", () => {
    const pattern = /(?<![\w.])log\(\s*(?:"\w+"|LEVELS\[\w+\]),\s*("[a-z_]+"|missing\.event)/g;
    const sources = files("src").filter((file) => /\.tsx?$/.test(file) && file !== "src/lib/text/log.ts");
    const found = sources.flatMap((file) => Array.from(read(file).matchAll(pattern)));
    expect(found.length).toBe(calls);
    expect(calls).toBeGreaterThan(75);
  });

  it("has each event with its level, in alphabetical order, and nothing else", () => {
    const rows = table.map(({ event, level }) => `${event} ${level}`);
    expect(rows).toEqual([...logged].map(([event, levels]) => `${event} ${[...levels].join(", ")}`).toSorted());
  });

  it("says of each error what to do", () => {
    expect(table.filter(({ level, action }) => level === "error" && anchorOf(action) === undefined)).toEqual([]);
  });
});

describe("docs/runbook.md", () => {
  const sections = read("docs/runbook.md")
    .split(/^### /m)
    .slice(1)
    .map((section) => ({ name: section.split("\n", 1)[0]!, text: section }));

  it("has one section per reason of health and per group of events, and no other", () => {
    const linked = table.flatMap(({ action }) => anchorOf(action) ?? []);
    const wanted = new Set<string>([...HEALTH_REASONS, ...linked]);
    expect(sections.map(({ name }) => name).sort()).toEqual([...wanted].sort());
  });

  it.each(sections)("$name says what it means, how to see it, what to do, and when it is over", ({ text }) => {
    expect([...text.matchAll(/^- \*\*(\w+)\*\*: /gm)].map(([, label]) => label)).toEqual([
      "Means",
      "See",
      "Do",
      "Over",
    ]);
  });

  it("names only events that exist", () => {
    const named = sections.flatMap(({ text }) =>
      [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name]) => name!),
    );
    const other = new Set<string>([...HEALTH_REASONS, "half_open", "model_not_found", "max_concurrency", "not_found"]);
    expect(named.filter((name) => !logged.has(name) && !other.has(name))).toEqual([]);
  });
});
