import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { HtmlScanner } from "../../src/web/html/scanner";
import { CACHE, unpackDebian } from "./unseen/cache.ts";

/** html5lib's tests of tree construction, as a package of Debian carries them. */
const PACKAGE = "golang-golang-x-net-dev";
const DATA = path.join(CACHE, PACKAGE, "usr/share/gocode/src/golang.org/x/net/html/testdata/webkit");

/** Elements whose facts an audit reads. What browsers move or copy (links, formatting, parts of tables) is not compared. */
const READ = new Set(
  "title h1 h2 h3 h4 h5 h6 img link meta script style iframe input button textarea select main nav article section aside p frame frameset form".split(
    " ",
  ),
);

/** Elements whose content is foreign, or HTML again. */
const FOREIGN = new Map([
  ...["svg", "math"].map((name) => [name, true] as const),
  ..."foreignobject desc title mi mo mn ms mtext annotation-xml".split(" ").map((name) => [name, false] as const),
]);

interface Case {
  input: string;
  /** Names of read elements in document order, and all text without white space. */
  elements: string[];
  text: string;
  file: string;
}

/** Reads a file of the suite: blocks of `#data`, `#errors` and `#document`. Leaves out fragments and pages without scripts. */
function casesOf(file: string): Case[] {
  return readFileSync(path.join(DATA, file), "utf8")
    .split(/^#data\n/m)
    .slice(1)
    .flatMap((block) => {
      const [before, tree] = block.split(/^#document\n/m);
      if (tree === undefined || /^#(document-fragment|script-off)$/m.test(before!)) return [];
      const input = before!.split(/^#errors$/m)[0]!.replace(/\n$/, "");
      // A text may go on over several lines.
      const parts = tree.split(/\n(?=\| )/);
      const texts = parts.flatMap((part) => /^\|\s+"([\s\S]*)"\s*$/.exec(part)?.[1] ?? []);
      const elements = parts.flatMap((part) => /^\|\s+<([a-z][a-z0-9]*)>\s*$/.exec(part)?.[1] ?? []);
      return [
        { file, input, elements: elements.filter((name) => READ.has(name)), text: texts.join("").replace(/\s/g, "") },
      ];
    });
}

function scanned(input: string): Pick<Case, "elements" | "text"> {
  const elements: string[] = [];
  let text = "";
  /** Whether the content here is foreign, innermost last. */
  const contexts = [false];
  const events = {
    open: ({ name }: { name: string }) => {
      if (!contexts.at(-1) && READ.has(name)) elements.push(name);
      if (FOREIGN.has(name)) contexts.push(FOREIGN.get(name)!);
    },
    close: ({ name }: { name: string }) => void (FOREIGN.has(name) && contexts.pop()),
    text: (html: string, start: number, end: number) => void (text += html.slice(start, end)),
  };
  const scanner = new HtmlScanner(events, { find: (html, start, end) => html.slice(start, end).toLowerCase() });
  scanner.write(input);
  scanner.end();
  return { elements, text: text.replace(/\s/g, "") };
}

const sorted = (text: string) => Array.from(text).toSorted().join("");

/** `npm run truth -- --html5lib` only: it needs a package of Debian. Differences are counted and printed. */
describe.runIf(process.env["TRUTH"] === "html5lib")("the scanner and html5lib's tests", () => {
  it("agree on elements and text of pages", { timeout: 120_000 }, () => {
    unpackDebian(PACKAGE);
    const cases = readdirSync(DATA)
      .filter((file) => file.endsWith(".dat"))
      .flatMap((file) => casesOf(file));
    const result = { same: 0, moved: 0, elements: 0, text: 0 };
    for (const { file, input, elements, text } of cases) {
      const ours = scanned(input);
      const alike = ours.elements.join() === elements.join();
      const kind =
        alike && ours.text === text
          ? "same"
          : alike && sorted(ours.text) === sorted(text)
            ? "moved"
            : alike
              ? "text"
              : "elements";
      result[kind]++;
      if (kind === "elements" || kind === "text")
        console.log(
          JSON.stringify({ kind, file, input, want: [elements.join(), text], got: [ours.elements.join(), ours.text] }),
        );
    }
    console.log(JSON.stringify({ cases: cases.length, ...result }));
    expect(cases.length).toBeGreaterThan(1_000);
    expect((result.same + result.moved) / cases.length).toBeGreaterThan(0.9);
  });
});
