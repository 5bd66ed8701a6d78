import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sectionOf } from "../../../scripts/dev/changelog.ts";
import { release, ReleaseRefused } from "../../../scripts/dev/make-release.ts";

let root: string;
const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
const write = (name: string, text: string) => writeFileSync(path.join(root, name), text);
const read = (name: string) => readFileSync(path.join(root, name), "utf8");
const commit = () => {
  git("add", "--all");
  git("commit", "--quiet", "--message", "feat: change");
};
const CHANGES = "### Added\n\n- A thing for $& and $1.";
const changelog = (unreleased: string) =>
  `# Changelog\n\n## [Unreleased]\n\n${unreleased}\n\n## [1.2.0] - 2026-01-01\n`;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "crawlready-release-"));
  git("init", "--quiet");
  for (const [name, value] of [
    ["user.name", "Test"],
    ["user.email", "test@example.com"],
    ["commit.gpgsign", "false"],
    ["tag.gpgsign", "false"],
  ] as const)
    git("config", name, value);
  write("CHANGELOG.md", changelog(CHANGES));
  const version = '  "version": "1.2.0",\n';
  write("package.json", `{\n  "name": "x",\n${version}  "dependencies": { "y": "1.2.0" }\n}\n`);
  write(
    "package-lock.json",
    `{\n${version}  "packages": { "": {\n${version}  "n": 1 }, "y": {\n${version}  "n": 2 } }\n}\n`,
  );
  write("server.json", `{\n${version}  "n": 1\n}\n`);
  commit();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const run = (version: string, passesTests = () => true) => release({ root, version, today: "2026-02-03", passesTests });

describe("a release", () => {
  it("stamps the changelog and every version, commits and tags", () => {
    run("1.3.0");
    expect(read("CHANGELOG.md")).toBe(
      `# Changelog\n\n## [Unreleased]\n\n## [1.3.0] - 2026-02-03\n\n${CHANGES}\n\n## [1.2.0] - 2026-01-01\n`,
    );
    expect(sectionOf(read("CHANGELOG.md"), "1.3.0")).toBe(CHANGES);
    expect(sectionOf(read("CHANGELOG.md"), "Unreleased")).toBe("");
    const versions = (name: string) => [...read(name).matchAll(/"version": "([^"]+)"/g)].map(([, version]) => version);
    expect([versions("package.json"), versions("server.json")]).toEqual([["1.3.0"], ["1.3.0"]]);
    expect(versions("package-lock.json"), "the version of a package stays").toEqual(["1.3.0", "1.3.0", "1.2.0"]);
    expect(git("log", "-1", "--format=%s")).toBe("chore(release): 1.3.0");
    expect(git("describe", "--exact-match")).toBe("v1.3.0");
    expect(git("status", "--porcelain")).toBe("");
  });

  it("of a version that is stamped and has no tag only tags it", () => {
    write("CHANGELOG.md", changelog(""));
    commit();
    const before = git("rev-parse", "HEAD");
    run("1.2.0");
    expect([git("rev-parse", "HEAD"), git("describe", "--exact-match")]).toEqual([before, "v1.2.0"]);
  });

  it.each(["1.2", "v1.3.0", "1.03.0", "1.3.0-beta", "", "1.1.9", "0.9.0", "1.2.-1"])(
    "refuses the version %j",
    (version) => expectRefusal(version, /is not/),
  );

  it("refuses a tag that exists", () => {
    git("tag", "v1.3.0");
    expectRefusal("1.3.0", /exists/);
  });

  it("refuses a tree with changes or unknown files, also if a test made them", () => {
    write("new.txt", "");
    expectRefusal("1.3.0", /new\.txt/);
    rmSync(path.join(root, "new.txt"));
    expectRefusal("1.3.0", /made\.txt/, () => {
      write("made.txt", "");
      return true;
    });
  });

  it("refuses a tree whose tests fail, and runs none for what it refuses anyway", () => {
    expectRefusal("1.3.0", /test failed/, () => false);
    const passesTests = vi.fn(() => true);
    expectRefusal("1.1.0", /is not above/, passesTests);
    expect(passesTests).not.toHaveBeenCalled();
  });

  it.each(["", "### Added\n\n### Fixed"])("refuses a changelog without notes: %j", (notes) => {
    write("CHANGELOG.md", changelog(notes));
    commit();
    expectRefusal("1.3.0", /nothing under "Unreleased"/);
  });

  it("refuses to tag a stamped version whose notes lack what came after it", () => {
    expectRefusal("1.2.0", /would not contain/);
  });

  it("refuses a HEAD that is on no branch", () => {
    git("checkout", "--quiet", "--detach");
    expectRefusal("1.3.0", /detached/);
  });
});

/** Refused, and nothing changed. */
function expectRefusal(version: string, reason: RegExp, passesTests?: () => boolean): void {
  const before = [git("rev-parse", "HEAD"), git("tag"), read("CHANGELOG.md"), read("package.json")];
  let refusal: unknown;
  try {
    run(version, passesTests);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(ReleaseRefused);
  expect(String(refusal)).toMatch(reason);
  expect([git("rev-parse", "HEAD"), git("tag"), read("CHANGELOG.md"), read("package.json")]).toEqual(before);
}
