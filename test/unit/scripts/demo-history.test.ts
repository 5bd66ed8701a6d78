import { expect, it } from "vitest";
import { serverPage } from "../../../demo/server-page.ts";
import { demoLog, demoVisits } from "../../../scripts/dev/demo-history.ts";

it("the demo's visits are of whole past days, grow, and are the same when they are made again", () => {
  const now = Date.UTC(2026, 10, 28, 23, 58);
  const visits = demoVisits(now);
  expect(visits.length).toBeLessThanOrEqual(1_000);
  expect(new Set(visits.map(({ id }) => id)).size).toBe(visits.length);
  const days = Map.groupBy(visits, ({ at }) => at.slice(0, 10));
  expect([...days.keys()].sort().at(-1)).toBe("2026-11-27");
  expect(days.get("2026-11-27")!.length).toBeGreaterThan(2 * days.get("2026-10-31")!.length);
  expect(demoVisits(now)).toEqual(visits);
});

it("the demo's log has lines of crawlers that waste visits, on whole past days, and is the same when it is made again", () => {
  const now = Date.UTC(2026, 10, 28, 23, 58);
  const lines = demoLog(now).split("\n");
  expect(lines.filter((line) => / 404 /.test(line)).length).toBeGreaterThan(50);
  expect(lines[0]).toMatch(
    /^[\d.]+ - - \[\d\d\/\w{3}\/2026:[\d:]{8} \+0000\] "GET \/\S+ HTTP\/1\.1" \d{3} 512 "-" "Mozilla/,
  );
  expect(new Set(lines).size).toBe(lines.length);
  expect(demoLog(now)).toBe(lines.join("\n"));
});

it("a page that the demo's server renders has its text and head, escaped", () => {
  const shell = '<html><head><title>x</title></head><body><div id="root"></div></body></html>';
  const page = {
    title: "A & B",
    description: 'say "hi"',
    blocks: [{ h1: "1 < 2" }, { links: [["/a", "b"] as [string, string]] }],
  };
  expect(serverPage(shell, page, "http://x/p")).toBe(
    '<html><head><title>A &amp; B</title><meta data-page name="description" content="say &quot;hi&quot;"><link data-page rel="canonical" href="http://x/p"></head><body><div id="root"><main><h1>1 &lt; 2</h1><ul><li><a href="/a">b</a></li></ul></main></div></body></html>',
  );
});
