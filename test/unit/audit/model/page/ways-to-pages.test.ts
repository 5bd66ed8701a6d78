import { describe, expect, it } from "vitest";
import { CHECKS, runPageChecks } from "../../../../../src/audit/checks/run-checks";
import { FoundUrls } from "../../../../../src/audit/crawl/found-urls";
import { pageRow } from "../../../../../src/audit/crawl/page-row";
import { unpackEdges } from "../../../../../src/audit/model/page/edges";
import { isShell } from "../../../../../src/audit/model/page/rendering";
import { hash53 } from "../../../../../src/lib/crypto/hash";
import { factsOf, pageOf } from "../../makers.ts";

const ORIGIN = "https://shop.example";
const pageWith = (html: string) => pageOf(`${ORIGIN}/`, { facts: factsOf(html), bytes: html.length });
const idsOf = (html: string) => runPageChecks(pageWith(html)).map((issue) => issue.id);
const foundOn = (html: string) => {
  const found = new FoundUrls("follow", "shop.example");
  found.collect(pageWith(html), 1);
  return found.take().flat();
};
const edgesOf = (html: string) =>
  unpackEdges(pageRow(pageWith(html), { seq: 1, listed: 1, inSitemap: 0, pattern: null }).links);
const refresh = (content: string) => `<!doctype html><meta http-equiv="refresh" content="${content}">`;

describe("ways to pages other than anchors", () => {
  it.each([
    ["an image map", '<map><area href="/next" alt="Next"></map>'],
    ["a frame", '<frameset><frame src="/next"></frameset>'],
    ["an embedded page", '<iframe src="/next"></iframe>'],
    ["a slow refresh", refresh("30; url=/next")],
  ])("%s leads to its page and counts as a link", (_, html) => {
    expect(foundOn(html)).toEqual([{ url: `${ORIGIN}/next`, depth: 1, listed: 1 }]);
    expect(edgesOf(html)).toEqual([{ target: hash53(`${ORIGIN}/next`), nofollow: false }]);
  });

  it("names an area by its alt", () => {
    expect(factsOf('<area href="/a" alt="North" rel="nofollow">').links).toEqual([
      { href: "/a", text: "North", nofollow: true },
    ]);
    expect(idsOf('<area href="/a">')).toContain("empty_anchor_text");
  });
});

describe("a meta refresh", () => {
  it.each(["0; url=/next", "0;URL='/next'", "5, /next", '0; url="/next" x', "0.5 url = /next"])(
    "%s is a redirect, not an empty page",
    (content) => {
      const html = `${refresh(content.replaceAll('"', "&quot;"))}<a href="/other">Other</a>`;
      expect(idsOf(html)).toEqual(["meta_refresh_redirect"]);
      expect(foundOn(html)).toEqual([
        { url: `${ORIGIN}/next`, depth: 0, listed: 1 },
        { url: `${ORIGIN}/other`, depth: 1, listed: 1 },
      ]);
      expect(pageWith(html)).toMatchObject({ outcome: "redirect", indexable: false, nonIndexableReason: "redirect" });
    },
  );

  it.each(["300", "0", "0; url=/", "0; url=#top", "url=/next", "0; url=mailto:a@b.example"])(
    "%s stays on the page",
    (content) => {
      expect(idsOf(refresh(content))).not.toContain("meta_refresh_redirect");
      expect(pageWith(refresh(content)).outcome).toBe("ok");
    },
  );

  it("after half a minute is reported, and its page is judged", () => {
    expect(idsOf(refresh("30; url=/next"))).toEqual(expect.arrayContaining(["meta_refresh_redirect", "empty_page"]));
  });

  it("in a noscript concerns only browsers without scripts", () => {
    expect(pageWith(`<head><noscript>${refresh("0; url=/next")}</noscript></head>`).refresh).toBeNull();
  });
});

describe("a frameset", () => {
  const html =
    '<title>The walks of the old town</title><script>a()</script><frameset><frame src="/menu"><frame src="/text"></frameset><noframes>Your browser shows no frames, says this long text.</noframes>';

  it("is reported once: what its frames contain is not missing", () => {
    const consequences = new Set([
      "empty_page",
      "thin_content",
      "missing_h1",
      "missing_main_landmark",
      "dead_end_page",
    ]);
    expect(idsOf(html)).toContain("frames_used");
    expect(idsOf(html).filter((id) => consequences.has(id))).toEqual([]);
    expect(isShell(pageWith(html))).toBe(false);
  });

  it("has no content to judge or compare: titles and descriptions are those of its frames", () => {
    const [other, page] = ["<frameset></frameset>", html].map(pageWith);
    const judged = runPageChecks(page!).flatMap(({ id }) => (CHECKS.get(id)!.scope === "page" ? [id] : []));
    expect(judged.filter((id) => /title|open_graph|structured|h1|canonical/.test(id))).toEqual([]);
    const place = { seq: 1, listed: 1, inSitemap: 0, pattern: null };
    expect([page, other].map((each) => pageRow(each!, place).titleHash)).toEqual([null, null]);
  });

  it.each([
    ["before anything else", "<frameset><frame src=/a></frameset>", true],
    ["after the head", "<html><head><title>A</title></head>\n<frameset><frame src=/a></frameset></html>", true],
    ["after scripts and comments", "<script>a()</script><!-- b --><noscript>c</noscript><frameset></frameset>", true],
    ["nested", "<frameset><frameset></frameset></frameset>", true],
    ["in a body", "<body><p>Text</p><frameset><frame src=/a></frameset></body>", false],
    ["in an empty body", "<body><frameset></frameset>", false],
    ["after text", "<p>Text<frameset></frameset>", false],
    ["twice after text", "Text<frameset></frameset><frameset></frameset>", false],
    ["in a script", "<script>'<frameset>'</script>", false],
    ["in an example", "<p>Write &lt;frameset&gt;", false],
  ])("%s", (_name, given, expected) => expect(factsOf(given).frameset).toBe(expected));

  it("shows nothing of its noframes", () => expect(factsOf(html).text.words).toBe(0));
});
