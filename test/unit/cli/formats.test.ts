import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import papaparse from "papaparse";
import { parse, type DefaultTreeAdapterTypes } from "parse5";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { FORMATS, type Format } from "../../../cli/report/formats.ts";
import { makeReport } from "../../../cli/report/report.ts";
import { savedRun } from "./saved-runs.ts";

const HOSTILE = `=cmd|'/c calc'!A1 \x1b[31m</script><img src=x onerror=alert(1)> [a](javascript:x) \u202e@everyone "quoted" \`\`\``;
const hostilePath = `/a b"<x>|\\^{}[]%zz\u202e?q=="><script>`;
const hostile = savedRun({
  "/": { missing_title: { found: HOSTILE, expected: HOSTILE } },
  [hostilePath]: { missing_title: { found: HOSTILE }, other: { severity: "notice", found: "x".repeat(100_000) } },
});
for (const kind of hostile.issues) Object.assign(kind, { title: HOSTILE, why: HOSTILE, fix: HOSTILE });

const write = (format: Format, saved = hostile, baseline = null as typeof hostile | null) =>
  FORMATS[format](makeReport(saved, baseline), { colours: false, pathTo: (file) => file });

describe.each(Object.keys(FORMATS) as Format[])("%s", (format) => {
  it("has no character that acts on a terminal, whatever the pages say", () => {
    // oxlint-disable-next-line no-control-regex
    expect(write(format).replaceAll("\r\n", "\n")).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
  });

  it("says so if there is nothing", () => expect(write(format, savedRun({ "/": {} })).length).toBeGreaterThan(10));
});

describe("SARIF", () => {
  const require = createRequire(import.meta.url);
  const {
    $schema: _,
    id: __,
    ...schema
  } = require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json") as Record<string, unknown>;
  const ajv = new Ajv({ strict: false, unicodeRegExp: false });
  addFormats.default(ajv);
  const isValid = ajv.compile(schema);
  const logOf = (...args: Parameters<typeof write> extends [Format, ...infer Rest] ? Rest : never) => {
    const log = JSON.parse(write("sarif", ...args));
    isValid(log);
    expect(isValid.errors).toBeNull();
    return log.runs[0];
  };

  it("is valid against the schema of 2.1.0, with and without issues, a baseline and files", () => {
    expect(logOf(hostile).results).toHaveLength(3);
    expect(logOf(savedRun({})).results).toEqual([]);
    expect(logOf(hostile, savedRun({ "/": {} })).results.map(({ baselineState }: any) => baselineState)).toEqual([
      "new",
      "new",
      "new",
    ]);
    expect(logOf({ ...hostile, timedOut: true }).invocations[0].executionSuccessful).toBe(false);
  });

  it("would not be valid with another level", () =>
    expect(isValid({ version: "2.1.0", runs: [{ tool: {} }] })).toBe(false));

  it("points to valid URIs, or to the file that was served", () => {
    const uris = (saved: typeof hostile) =>
      logOf(saved).results.map(({ locations }: any) => locations[0].physicalLocation.artifactLocation.uri);
    for (const uri of uris(hostile)) expect(uri).toMatch(/^https:\/\/site\.example\/[!-~]*$/);
    expect(uris(hostile).join("")).not.toMatch(/["<>\\^`{|}]/);
    expect(uris({ ...hostile, files: { "/": "a b/index.html" } })).toContain("a%20b/index.html");
  });

  it("has no links that a page chose", () => {
    const [{ message }] = logOf(savedRun({ "/": { x: { found: "[click](https://evil.example/) \\" } } })).results;
    expect(message.text).toContain("\\[click\\](https://evil.example/) \\\\");
  });

  it("recognises a result in a later run of another host", () => {
    const fingerprints = (url: string) => logOf(savedRun({ "/a": { x: {} } }, {}, url)).results[0].partialFingerprints;
    expect(fingerprints("https://a.example/")).toEqual(fingerprints("http://127.0.0.1:99/"));
  });
});

describe("CSV", () => {
  it("has a row per finding, and no cell that a spreadsheet would run", () => {
    const { data } = papaparse.parse<Record<string, string>>(write("csv").trim(), { header: true });
    expect(data.map(({ url, issue }) => [issue, url!.slice(0, 21)])).toEqual([
      ["missing_title", "https://site.example/"],
      ["missing_title", "https://site.example/"],
      ["other", "https://site.example/"],
    ]);
    for (const row of data) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t]/);
    expect(data[0]!["found"]).toMatch(/^'=cmd/);
  });
});

describe("HTML", () => {
  it("is one page without scripts, foreign files or markup of the pages", () => {
    const elements: string[] = [];
    const attributes: string[] = [];
    const walk = (node: DefaultTreeAdapterTypes.Node) => {
      elements.push(node.nodeName);
      if ("attrs" in node) attributes.push(...node.attrs.map(({ name, value }) => `${name}=${value}`));
      if ("childNodes" in node) for (const child of node.childNodes) walk(child);
    };
    walk(parse(write("html")));
    expect(elements).not.toContain("script");
    expect(elements).not.toContain("img");
    expect(elements).toContain("details");
    expect(attributes.filter((each) => /^on|^src|javascript:/i.test(each))).toEqual([]);
    expect(attributes).toContain("href=https://site.example/");
  });

  it("links to the files of a folder, unless it was audited as if it were published", () => {
    const links = (url: string) => {
      const saved = {
        ...savedRun({ "/a b/": { x: {} } }, {}, url),
        files: { "/a%20b/": "out/a b/index.html", "/a b/": "out/a b/index.html" },
      };
      return [...write("html", saved).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    };
    expect(links("http://127.0.0.1:99/")).toEqual(["out/a%20b/index.html"]);
    expect(links("https://site.example/")).toEqual(["https://site.example/a%20b/"]);
  });
});

describe("Markdown", () => {
  it("has no live link, tag, mention or code of the pages", () => {
    const prose = write("markdown").replaceAll(/(`+) ?.*? ?\1(?!`)/g, "");
    expect(prose).not.toMatch(/<img|<\/script|\]\(|@everyone|(?<!\\)`/);
  });
});

describe("llm", () => {
  it("is bounded however large the site is, and says what it leaves out", () => {
    const pages = Object.fromEntries(
      Array.from({ length: 200 }, (_, page) => [
        `/${page}`,
        Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`issue_${i}`, { found: "y".repeat(500) }])),
      ]),
    );
    const text = write("llm", savedRun(pages));
    expect(text.length).toBeLessThan(45_000);
    expect(text).toMatch(/\d+ less important kinds of issues are left out/);
    expect(text).toContain("- and 192 more");
  });

  it("quotes what the pages say as data", () => {
    expect(write("llm")).toContain(
      `found ${JSON.stringify(`=cmd|'/c calc'!A1 </script><img src=x onerror=alert(1)> [a](javascript:x) @everyone "quoted" \`\`\``)}`,
    );
  });
});

describe("json", () => {
  it("is a whole run with a baseline too, so that it can be the next one", () => {
    const written = JSON.parse(write("json", hostile, savedRun({ "/": { missing_title: {} } })));
    expect(written.pages).toEqual(hostile.pages);
    expect(written.comparison.newIssues.flatMap(({ findings }: any) => findings)).toHaveLength(2);
  });

  it("has one line per page, and with a baseline only what is new", () => {
    const lines = (text: string) =>
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    expect(lines(write("jsonl"))).toEqual(hostile.pages);
    const fresh = lines(
      write(
        "jsonl",
        savedRun({ "/": { a: {}, b: {} }, "/c": { a: {} } }),
        savedRun({ "/": { a: {} }, "/c": { a: {} } }),
      ),
    );
    expect(fresh.map(({ path, issues }) => [path, issues.map(({ id }: any) => id)])).toEqual([["/", ["b"]]]);
  });
});

describe("text", () => {
  it("names the run's shortfall", () => {
    expect(write("text", { ...hostile, timedOut: true })).toContain("The time ran out");
    expect(write("text", savedRun({}, { closeReason: "url_limit" }))).toContain("The page limit was reached");
  });
});
