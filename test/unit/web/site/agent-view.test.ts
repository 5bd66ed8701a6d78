import { describe, expect, it } from "vitest";
import { agentViews } from "../../../../src/web/site/agent-view";

const view = (change: object) => ({ title: "", text: "", links: [], hasForm: false, data: [], ...change });

describe("what agents read of a page", () => {
  it("is by its accessibility tree what is not hidden, and by its HTML all of it", () => {
    const page = `<html><head><title> A
      shop </title><title>Another</title><style>a{}</style></head><body>
      <h1>Chairs</h1><p hidden>secret <b>deep</b></p><p>for<b>ever</b></p><div aria-hidden=true>icon</div>
      <div aria-hidden=false>said</div><p style="color:red; display : none">gone</p><p style="visibility:hidden">away</p>
      <p style="xdisplay:none">there</p><noscript>no script</noscript><svg><text>drawn</text></svg>
      <script>code()</script><script type=" Application/LD+JSON; x">{"a":1}</script></body></html>`;
    expect(agentViews(page)).toEqual({
      tree: view({ title: "A shop", text: "Chairs forever said there" }),
      html: view({
        title: "A shop",
        text: "Chairs secret deep forever icon said gone away there",
        data: ['{"a":1}'],
      }),
    });
  });

  it("names links by their label, else by their text and pictures, else by their title", () => {
    const page = `<a href=" /1 " aria-label=" Label " title=T>text</a><a href=/2 title=T> some
      <b>text</b><img alt=picture> <i hidden>not said</i></a><a href=/3 title=" T "><img></a><a href=/4></a><a name=x>none</a>
      <a href=/5 hidden>hidden <img alt=picture></a>`;
    const links = [
      { href: "/1", name: "Label" },
      { href: "/2", name: "some text picture" },
      { href: "/3", name: "T" },
      { href: "/4", name: "" },
    ];
    const { tree, html } = agentViews(page);
    expect(tree.links).toEqual(links);
    expect(html.links).toEqual([...links, { href: "/5", name: "hidden" }]);
  });

  it.each([
    ["<textarea>", true, true],
    ["<div hidden><textarea>", false, true],
    ["<noscript><textarea></noscript>", false, false],
    ["<input>", false, false],
  ])("of %s has a form for people: %s, in its HTML: %s", (page, inTree, inHtml) => {
    const { tree, html } = agentViews(page);
    expect([tree.hasForm, html.hasForm]).toEqual([inTree, inHtml]);
  });

  it("is bounded", () => {
    const { tree, html } = agentViews(
      `<title>${"t".repeat(300)}</title>${"<a href=/>x</a>".repeat(1_001)}<a href=/long>${"n".repeat(300)}</a>` +
        `${'<script type="application/ld+json">{}</script>'.repeat(51)}${"word ".repeat(100_000)}`,
    );
    expect([tree.links.length, html.links.length, html.data.length, html.title.length]).toEqual([
      1_000, 1_000, 50, 200,
    ]);
    expect(agentViews(`<a href=/>${"n".repeat(300)}</a>`).tree.links[0]!.name).toHaveLength(200);
    for (const { text } of [tree, html]) {
      expect(text.length).toBeGreaterThan(390_000);
      expect(text.length).toBeLessThanOrEqual(800_000);
    }
    const block = (length: number) =>
      agentViews(`<script type="application/ld+json">${"x".repeat(length)}</script>`).html.data.length;
    expect([block(262_143), block(262_144)]).toEqual([1, 0]);
  });
});
