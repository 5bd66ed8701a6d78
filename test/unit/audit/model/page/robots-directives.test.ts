import { describe, expect, it } from "vitest";
import { directivesOf } from "../../../../../src/audit/model/page/robots-directives";

describe("directivesOf", () => {
  const now = Date.parse("2026-11-21T00:00:00Z");
  const meta = (content: string, agent = "robots") => directivesOf([{ agent, content }], null, now);
  it("reads general and Googlebot directives from meta tags and the header", () => {
    expect(meta("noindex, nofollow")).toMatchObject({ noindex: true, nofollow: true });
    expect(meta("none")).toMatchObject({ noindex: true, nofollow: true });
    expect(meta("noindex", "bingbot").noindex).toBe(false);
    expect(directivesOf([], "googlebot: noindex", now).noindex).toBe(true);
    expect(directivesOf([], "otherbot: noindex, nofollow", now).noindex).toBe(false);
    expect(directivesOf([], "max-snippet:0, noarchive", now)).toMatchObject({ nosnippet: true, noindex: false });
  });

  it("detects conflicting directives and expired dates", () => {
    expect(directivesOf([{ agent: "robots", content: "index" }], "noindex", now).conflicting).toBe(true);
    expect(meta("unavailable_after: 25 Jun 2020 15:00:00 GMT").expired).toBe(true);
    expect(meta("unavailable_after: 2030-01-01").expired).toBe(false);
    expect(meta("unavailable_after: Jun 25, 2030 15:00:00 PST, nosnippet").expired).toBe(false);
    expect(meta("noindex, unavailable_after: Jun 25, 2020").expired).toBe(true);
    expect(meta("index, follow").conflicting).toBe(false);
  });
});
