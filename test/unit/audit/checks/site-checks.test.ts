import { describe, expect, it } from "vitest";
import { runSiteChecks } from "../../../../src/audit/checks/run-checks";
import { SITE_CHECKS } from "../../../../src/audit/checks/stages";
import { findingsText, type Told } from "./findings/finding-text.ts";
import { CLEAN, file, LABELS, probe, rules, SITEMAP, type Change } from "./findings/sites.ts";

/** Other issues of the passing robots.txt. */
const ALSO: Record<string, string[]> = {
  robots_txt_unreachable: ["robots_txt_missing"],
  robots_txt_missing: ["robots_no_sitemap"],
};

describe("checks of the whole site", () => {
  const ids = (change: Change) =>
    runSiteChecks({ ...CLEAN, ...change })
      .map((issue) => issue.id)
      .sort();

  it("report nothing for a clean site", () => expect(ids({})).toEqual([]));

  it("have a failing and a passing site each", () =>
    expect(Object.keys(LABELS).sort()).toEqual(SITE_CHECKS.map((check) => check.id).sort()));

  it.each(Object.entries(LABELS))("%s is reported for the failing site only", (id, { fails, passes }) => {
    expect(ids(fails)).toEqual([id]);
    expect(ids(passes)).toEqual(ALSO[id] ?? []);
  });

  it("say what they found and what is expected", async () => {
    const issues = Object.values(LABELS).flatMap(({ fails }) => runSiteChecks({ ...CLEAN, ...fails }));
    const told = issues.map(({ id, detail }): Told => [id, detail]);
    await expect(findingsText(told)).toMatchFileSnapshot("findings/site.txt");
  });

  const training = (text: string) => rules(`${text}\n\nUser-agent: GPTBot\nDisallow: /\nDisallow: /closed/`);
  const markdown = (text: string, type = "text/plain") => ({
    llmsTxt: probe(200, { contentType: type, text: text.padEnd(60, " .") }),
  });

  it.each<[string, Change, string[]]>([
    [
      "rules sent as text/html",
      file({ contentType: "text/html", text: `User-agent: bingbot\nDisallow: /\n${SITEMAP}` }),
      ["robots_blocks_all", "robots_txt_is_html"],
    ],
    [
      "a page with rules in it",
      file({ contentType: "text/html", text: "<html>\nUser-agent: *\nDisallow: /" }),
      ["robots_txt_is_html"],
    ],
    ["a page after a comment", file({ text: "<!-- shop -->\n<html>" }), ["robots_txt_is_html"]],
    ["an empty answer", file({ status: 204, text: "" }), ["robots_no_sitemap"]],
    [
      "a signal to another crawler",
      training("User-agent: Googlebot\nContent-Signal: ai-train=yes\nDisallow: /closed/"),
      ["robots_blocks_ai_training"],
    ],
    [
      "a signal to all",
      training("User-agent: *\nContent-Signal: ai-train=yes\nDisallow: /closed/"),
      ["content_signals_conflict", "robots_blocks_ai_training"],
    ],
    ["no search for one crawler", rules("User-agent: CCBot\nContent-Signal: search=no\nDisallow: /closed/"), []],
    ["a wide heading", markdown("#  Walks\n[Tours](/tours)"), []],
    ["a byte order mark", markdown("\uFEFF# Walks\n[Tours](/tours)"), []],
    ["an address with brackets", markdown("# Walks\n[Tours](/tours_(old))"), []],
    ["a link by reference", markdown("# Walks\n[Tours][1]\n\n[1]: /tours"), []],
    ["no link", markdown("# Walks [x]\n\nTours"), ["llms_txt_invalid"]],
    ["Markdown sent as text/html", markdown("# Walks\n[Tours](/tours)", "text/html"), []],
    ["a piece of a page", markdown("<div id=app></div>", "text/html"), ["llms_txt_is_html"]],
  ])("judge %s", (_, change, expected) => expect(ids(change)).toEqual(expected));
});
