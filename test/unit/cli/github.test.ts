import { describe, expect, it } from "vitest";
import { annotations } from "../../../cli/github/annotations.ts";
import { commentText, markerOf } from "../../../cli/github/comment.ts";
import { makeReport } from "../../../cli/report/report.ts";
import { savedRun } from "./saved-runs.ts";

const HOSTILE = "100 %\r\n::error::x <img src=x> [a](javascript:x) @everyone `\u202e";
const before = savedRun({ "/": { old: {}, both: {} }, "/gone": { both: {} } });
const now = savedRun({ "/": { both: {} }, "/added": { fresh: { severity: "warning", found: HOSTILE } } });

describe("the comment on a pull request", () => {
  it("says what is new and fixed, and which pages came, went and changed", () => {
    const text = commentText(now, before, "site");
    expect(text.startsWith(`${markerOf("site")}\n## Crawlready: 1 new issue, 2 fixed\n`)).toBe(true);
    expect(text).toContain("- warning: Title of fresh, 1 page (`/added`)");
    expect(text).toContain("- error: Title of old, 1 place");
    expect(text).toContain("- error: Title of both, 1 place");
    expect(text).toContain("- 1 page added: `/added`");
    expect(text).toContain("- 1 page gone: `/gone`");
    expect(text).toContain("- 1 page with another status, indexability or other issues: `/`");
    expect(text).toContain("| Errors | 3 | 1 |");
    expect(text).toContain("bar [3, 1, 0, 1, 0, 0]");
  });

  it("says so if nothing is new, or if there is nothing to compare with", () => {
    expect(commentText(now, now, "site")).toContain("## Crawlready: nothing new\n");
    expect(commentText(now, null, "site")).toContain("There is no run of the base branch to compare with yet.");
  });

  it("has no tag, link or mention of the pages, and fits", () => {
    const planted = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, i) => [`/${HOSTILE}${i}`, { [`issue${i}`]: {} }]),
    );
    const hostile = savedRun(planted);
    for (const kind of hostile.issues) kind.title = HOSTILE;
    const text = commentText(hostile, before, HOSTILE);
    expect(text.length).toBeLessThan(65_100);
    const prose = text.replaceAll(/(?<!\\)(`+) ?.*? ?\1(?!`)/g, "");
    expect(prose).not.toMatch(/<img|\]\(|@everyone/);
  });

  it("is told apart from that of another audit", () => expect(markerOf("a")).not.toBe(markerOf("b")));
});

describe("annotations", () => {
  it("name the file, and no text of a page ends the line", () => {
    const text = annotations(makeReport({ ...now, files: { "/added": "out/a, b:c.html" } }, before));
    expect(text).toMatch(/^::warning file=out\/a%2C b%3Ac\.html,line=1,title=Title of fresh::100 %25[^\n]*\n$/);
  });

  it("are left out for pages without a file, and after ten of a level", () => {
    expect(annotations(makeReport(now))).toBe("");
    const paths = Array.from({ length: 30 }, (_, i) => `/${i}`);
    const many = {
      ...savedRun(Object.fromEntries(paths.map((path) => [path, { x: {} }]))),
      files: Object.fromEntries(paths.map((path) => [path, "a"])),
    };
    expect(annotations(makeReport(many)).match(/::error /g)).toHaveLength(10);
  });
});
