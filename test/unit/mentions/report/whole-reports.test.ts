import { describe, expect, it } from "vitest";
import { asHtml, asMarkdown, type Block } from "../../../../src/mentions/core/report/blocks";
import { buildReport } from "../../../../src/mentions/core/report/build-report";
import { reportDocument } from "../../../../src/mentions/core/report/document";
import { fillEvidence, runsToQuote } from "../../../../src/mentions/core/report/fill-evidence";
import type { ActionItem } from "../../../../src/mentions/core/report/figures/schema";
import type { AnsweredRun } from "../../../../src/mentions/core/report/quote";
import { statistics } from "../../../../src/mentions/core/statistics/prompt-statistics";
import { asLines, expectGolden } from "./golden/golden-file";
import { falling, few, NOW, rising, single } from "./golden/scenes";

const SCENES = { falling, rising, few, single };

/** The stored answers of a scene. */
function answersOf({ facts }: typeof falling): AnsweredRun[] {
  return facts.map(({ runId, position, competitors, cited }, i) => {
    const names = [...(position > 0 ? ["Own"] : []), ...competitors.map(([name]) => name)];
    const text = `Answer ${i % 4} names ${names.join(" and ") || "nobody"}. It goes on.`;
    return {
      id: runId,
      text,
      mentions: names.map((name) => ({ name, start: text.indexOf(name), end: text.indexOf(name) + name.length })),
      citedUrls: cited.map(([domain, pages]) => ({
        domain,
        urls: Array.from({ length: pages }, (_, page) => `https://${domain}/${page}`),
      })),
      citations: cited.map(([domain]) => ({ url: `https://${domain}/0?utm_source=x`, title: `Page of ${domain}` })),
    };
  });
}

function whole(scene: typeof falling) {
  const report = buildReport(scene);
  const answers = answersOf(scene);
  const wanted = new Set(
    runsToQuote(report, (domain) =>
      answers.filter(({ citedUrls }) => citedUrls.some((each) => each.domain === domain)).map(({ id }) => id),
    ),
  );
  return fillEvidence(
    report,
    answers.filter(({ id }) => wanted.has(id)),
  );
}

describe("a whole report", () => {
  it.each(Object.entries(SCENES))("has the same figures as long as its formulas are the same: %s", (name, scene) => {
    expectGolden(`${name}.txt`, asLines(whole(scene)));
  });

  it.each(Object.entries(SCENES))("reads the same: %s", (name, scene) => {
    expectGolden(`${name}.md`, asMarkdown(reportDocument(whole(scene), "https://service.example")));
  });

  it("after one of the week before says what continues and what got better", () => {
    const before = buildReport(falling).actionItems.map((item): ActionItem =>
      Object.assign(item, { firstSeen: "2026-11-13" }),
    );
    const after = { ...rising, previousActions: before };
    expectGolden("followed.md", asMarkdown(reportDocument(buildReport(after))));
    const again = buildReport({ ...falling, previousActions: before });
    expect(again.actionItems.map(({ status, firstSeen }) => `${status} ${firstSeen}`)).toEqual(
      before.map(() => "continuing 2026-11-13"),
    );
  });
});

it("statistics have the same figures as long as their formulas are the same", () => {
  const prompts = falling.prompts.map(({ id, text, intent, tags }) => ({
    id,
    promptText: text,
    intent,
    aiProviders: ["chatgpt"],
    tags: tags.join(","),
    active: 1,
    lastRunAt: "",
  }));
  const { domain, competitors, facts } = falling;
  const asked = { from: "2026-11-14", to: "2026-11-20", domain, competitors, now: NOW };
  const used = new Map([
    ["unused.example", 2],
    ["g2.com", 1],
    ["another.example", 2],
  ]);
  expectGolden(
    "statistics.txt",
    asLines([
      statistics(prompts, facts, { ...asked, used }),
      statistics(prompts.slice(0, 2), facts, { ...asked, provider: "claude" }).summary,
    ]),
  );
});

describe("blocks", () => {
  const blocks: Block[] = [
    { text: "First & <b>" },
    { heading: "One\n two #", level: 1 },
    { heading: "Page", level: 2, newPage: true },
    { text: "See", link: { text: "it.", url: "https://a.example/x?a=1&b=(2)" } },
    { text: "Plain", link: { text: "no [web]", url: "javascript:alert(1)" } },
    { items: [{ text: "a_b" }, { text: "c", url: "http://c.example/<d>" }, { text: "d", url: "" }] },
    { quote: "“So *what*?”", by: { text: "ChatGPT", url: "https://q.example/" } },
    {
      head: ["Name", "|"],
      rows: [
        ["x", "1.5 %"],
        ["", "~"],
      ],
    },
  ];

  it("are Markdown in which no text is markup", () => {
    expect(asMarkdown(blocks)).toBe(
      [
        String.raw`First \& \<b\>`,
        String.raw`# One two \#`,
        "## Page",
        String.raw`See [it\.](<https://a.example/x?a=1&b=(2)>)`,
        String.raw`Plain no \[web\]`,
        "- a\\_b\n- [c](<http://c.example/%3Cd%3E>)\n- d",
        String.raw`> “So \*what\*?” ([ChatGPT](<https://q.example/>))`,
        String.raw`| Name | \| |` + "\n| --- | --- |\n" + String.raw`| x | 1\.5 % |` + "\n" + String.raw`|  | \~ |`,
      ].join("\n\n") + "\n",
    );
  });

  it("are a page without scripts, whose title is the first heading", () => {
    const [head, ...body] = asHtml(blocks).split("</style>");
    expect(head).toMatch(/^<!doctype html><html lang="en"><meta charset="utf-8"><title>One two #<\/title><style>/);
    expect(body.join("")).toBe(
      [
        "<p>First &amp; &lt;b&gt;</p>",
        "<h1>One two #</h1>",
        '<h2 class="page">Page</h2>',
        '<p>See <a rel="noreferrer nofollow" href="https://a.example/x?a=1&amp;b=(2)">it.</a></p>',
        "<p>Plain no [web]</p>",
        '<ul><li>a_b</li><li><a rel="noreferrer nofollow" href="http://c.example/&lt;d&gt;">c</a></li><li>d</li></ul>',
        '<blockquote>“So *what*?” <cite><a rel="noreferrer nofollow" href="https://q.example/">ChatGPT</a></cite></blockquote>',
        "<table><tr><th>Name</th><th>|</th></tr><tr><td>x</td><td>1.5 %</td></tr><tr><td></td><td>~</td></tr></table></html>\n",
      ].join("\n"),
    );
    expect(asHtml([{ text: "No heading" }])).toContain("<title></title>");
  });
});
