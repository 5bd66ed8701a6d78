import { describe, expect, it } from "vitest";
import { COMPARED, compareResults } from "../../../support/truth/compare.ts";
import { ourAudit } from "./our-audit.ts";
import { secondAudit } from "../../../support/truth/second-audit.ts";
import type { Site } from "../../../support/truth/site.ts";
import { TRUTH_PAGES } from "../../../support/truth/pages.ts";

/** The short form of `npm run truth`: pages written by hand, with what generators and people get wrong. */
const site: Site = (path) => {
  const html = TRUTH_PAGES[path];
  const status = html === undefined ? 404 : 200;
  return { status, contentType: "text/html", body: new TextEncoder().encode(html ?? "Gone") };
};

describe("two audits that share no code", () => {
  const [ours, theirs] = [ourAudit(site, "/"), secondAudit(site, "/")];

  it("agree on every page written by hand", () => {
    const { differences, pages } = compareResults(ours, theirs);
    expect(differences).toEqual([]);
    expect(pages).toBeGreaterThanOrEqual(Object.keys(TRUTH_PAGES).length);
  });

  it("find at least 44 checks failing there", () => {
    const { agreed } = compareResults(ours, theirs);
    expect(COMPARED.filter((check) => agreed.has(check)).length).toBeGreaterThanOrEqual(44);
  });

  it("notice a finding that only one of them has", () => {
    const wrong = structuredClone(theirs);
    wrong.get("/")!.issues.add("missing_doctype");
    expect(compareResults(ours, wrong).differences).toEqual([{ path: "/", check: "missing_doctype", by: "theirs" }]);
  });
});
