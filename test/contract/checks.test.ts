import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { checkFiles, checkFolders, inOrder } from "../../scripts/dev/all-checks.ts";
import { checksMarkdown } from "../../scripts/dev/checks-page.ts";
import { ALL_CHECKS } from "../../src/audit/checks/all-checks";
import { listChecks } from "../../src/audit/checks/list-checks";
import { CROSS_CHECKS, PAGE_CHECKS, RENDERED_CHECKS, SITE_CHECKS, SITEMAP_CHECKS } from "../../src/audit/checks/stages";
import { files } from "./sources.ts";

describe("documents about the checks (npm run docs writes them)", () => {
  it("docs/checks.md matches them", async () => {
    await expect(checksMarkdown(listChecks(), SITEMAP_CHECKS)).toMatchFileSnapshot("../../docs/checks.md");
  });

  it("README.md says how many there are", async () => {
    const told = /\b\d+(?= checks\b)/g;
    const text = readFileSync("README.md", "utf8");
    expect(text).toMatch(told);
    await expect(text.replaceAll(told, String(listChecks().length))).toMatchFileSnapshot("../../README.md");
  });
});

describe("the list of all checks", () => {
  it("has every file of the folders, each named after its check", () => {
    const names = checkFolders().flatMap(checkFiles);
    expect(ALL_CHECKS.map((check) => check.id.replaceAll("_", "-")).sort()).toEqual(
      names.map((name) => path.basename(name)).sort(),
    );
    expect(new Set(ALL_CHECKS.map((check) => check.id)).size).toBe(ALL_CHECKS.length);
  });

  it("has each check in one stage", () => {
    const stages = [PAGE_CHECKS, CROSS_CHECKS, SITE_CHECKS, RENDERED_CHECKS, SITEMAP_CHECKS];
    for (const stage of stages) expect(stage.length).toBeGreaterThan(10);
    expect(stages.flat().length).toBe(ALL_CHECKS.length);
  });

  it("keeps its order, and gets new files after those of their folder", () => {
    const listed = ["b/two", "b/gone", "b/one", "a/one"];
    expect(inOrder(listed, ["a/new", "a/one", "b/new", "b/one", "b/two", "c/new"])).toEqual([
      "b/two",
      "b/one",
      "b/new",
      "a/one",
      "a/new",
      "c/new",
    ]);
  });

  it("explains every check", () => {
    for (const check of ALL_CHECKS) {
      for (const text of [check.title, check.rule, check.why, check.fix])
        expect(text.length, check.id).toBeGreaterThan(5);
      expect(check.id).toMatch(/^[a-z0-9_]+$/);
    }
  });
});

describe("the files of the checks", () => {
  const sources = files("src/audit/checks").map((file) => [file, readFileSync(file, "utf8")] as const);

  it("are 3 to 20 in each folder", () => {
    const sizes = [...checkFolders(), "shared"].map((folder) => [folder, checkFiles(folder).length] as const);
    expect(sizes.filter(([, size]) => size < 3 || size > 20)).toEqual([]);
  });

  it("say their points only where these do not follow from the severity", () => {
    const usual = { error: 15, warning: 5, notice: 1 };
    const ofSite = { error: 5, warning: 2, notice: 0 };
    const unusual = [...PAGE_CHECKS, ...CROSS_CHECKS, ...RENDERED_CHECKS, ...SITE_CHECKS].filter(
      ({ scope, severity, weight }) => weight !== (scope === "site" ? ofSite : usual)[severity],
    );
    const saying = sources.filter(([, text]) => /^ {2}weight: \d+,$/m.test(text));
    expect(saying.map(([file]) => path.parse(file).name).sort()).toEqual(
      unusual.map(({ id }) => id.replaceAll("_", "-")).sort(),
    );
  });

  it("let the types tell whether a page was parsed", () => {
    expect(sources.filter(([, text]) => text.includes("facts!")).map(([file]) => file)).toEqual([]);
  });
});
