import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allSettings } from "../../src/settings/table";
import { imports } from "./sources.ts";

const read = (file: string) => readFileSync(file, "utf8");
const settingRows = allSettings();
const names = settingRows.map(({ name }) => name);

describe("the table of settings", () => {
  it("is what docs/settings.md lists, each once, and README none", () => {
    const listed = [...read("docs/settings.md").matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1]!);
    expect(listed.sort()).toEqual([...names].sort());
    expect(names.filter((name) => read("README.md").includes(`| \`${name}\``))).toEqual([]);
  });

  it("has sentences of at most 200 characters", () => {
    for (const { name, meaning } of settingRows) {
      expect(meaning, name).toMatch(/^.*\.$/);
      expect(meaning.length, name).toBeLessThanOrEqual(200);
    }
  });

  it("gives every setting of the operator a group, and every number a default within its bounds", () => {
    for (const row of settingRows) {
      expect(row.group !== undefined, row.name).toBe(row.setBy === "operator");
      if (row.kind !== "number") continue;
      expect(row.default, row.name).toBeGreaterThanOrEqual(row.min ?? 0);
      expect(row.default, row.name).toBeLessThanOrEqual(row.max ?? Infinity);
    }
  });

  it("says what Cloudflare's deploy button says", () => {
    const { cloudflare } = JSON.parse(read("package.json")) as {
      cloudflare: { bindings: Record<string, { description: string }> };
    };
    for (const row of settingRows) {
      const asked = row.kind === "secret" && row.deployButton;
      expect(cloudflare.bindings[row.name]?.description, row.name).toBe(
        asked ? `${row.meaning} Without it, ${row.without}.` : undefined,
      );
    }
  });

  it("can be imported by Node as it is, and by every area: it imports only itself and the table of providers", () => {
    const used = imports.filter(({ from }) => from.startsWith("settings/"));
    const others = used.filter(({ to }) => !to.startsWith("settings/"));
    expect(others).toEqual([{ from: "settings/table.ts", to: "lib/ai-providers.ts" }]);
    expect(imports.filter(({ from }) => from === "lib/ai-providers.ts")).toEqual([]);
    expect(read("src/settings/table.ts")).not.toMatch(
      /^(?:import|\}) (?!type )[^;]*from "(?!\.\.\/lib\/ai-providers\.ts)/m,
    );
  });
});
