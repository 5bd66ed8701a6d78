import { beforeAll, describe, expect, it } from "vitest";
import { SITES_OF_THEIR_OWN } from "../support/labelled/cross-checks.ts";
import { HOST, ORIGIN, ROBOTS, urlOf, type LabelledPage } from "../support/labelled/page.ts";
import { issuesByPath, routesOf, text } from "../support/labelled/routes.ts";
import { SITE_LABELS, type LabelledAnswers } from "../support/labelled/site-checks.ts";
import { LABELLED_SITE, siteOf } from "../support/labelled/site.ts";
import type { SiteRoute } from "../support/site-server.ts";
import { call, newAccount, newSite, OPERATOR, until, type TestAccount, type TestSite } from "./support/api.ts";

let site: TestSite;
let account: TestAccount;

/** An account that owns labelled.example, whose pages come from a loopback port. */
beforeAll(async () => {
  site = await newSite();
  account = await newAccount("business");
  const json = { domain: HOST, origin: site.origin, verified: true };
  const added = await call("POST", `/api/admin/accounts/${account.accountId}/domains`, { headers: OPERATOR, json });
  expect(added.status).toBe(201);
});

async function auditOf(routes: Record<string, SiteRoute>, seeds: string[], mode: string): Promise<any> {
  await site.set(routes);
  const json = { domain: HOST, urls: seeds, mode, allowSampling: false };
  const started = await call("POST", "/api/seo-spider/runs", { headers: account.auth, json });
  expect(started.body).toMatchObject({ ok: true });
  return until(async () => {
    const { body } = await call("GET", `/api/seo-spider/runs/${started.body.runId}`, { headers: account.auth });
    return !["queued", "running"].includes(body.run.status) && body;
  }, 150_000);
}

/** Every page has the issues that were planted on it, no other, and no page is missing or too much. */
function expectLabels(detail: any, pages: readonly LabelledPage[]): void {
  const { planted, reported } = issuesByPath(pages, detail.pages);
  expect(reported).toEqual(planted);
}

describe("the labelled site, audited by the service", () => {
  it("is reported exactly as it is labelled: every defect where it was planted, none elsewhere", async () => {
    const seeds = LABELLED_SITE.filter((page) => page.path === "/" || page.scheme === "http").map(urlOf);
    const detail = await auditOf(routesOf(LABELLED_SITE), seeds, "follow");
    expect(detail.run).toMatchObject({ status: "success", closeReason: "finished" });
    expectLabels(detail, LABELLED_SITE);
  }, 180_000);

  it.each(SITES_OF_THEIR_OWN.map((label) => [label.check, label] as const))(
    "so is the site for %s",
    async (_, label) => {
      const pages = siteOf([label], []);
      expectLabels(await auditOf(routesOf(pages), [`${ORIGIN}/`], label.mode), pages);
    },
  );
});

describe("sites with a defect as a whole, audited by the service", () => {
  const homePage = (answers: LabelledAnswers) =>
    routesOf([{ path: "/", head: '<link rel="icon" href="/files/share.png">', ...answers.home }]);
  const routes = (answers: LabelledAnswers) => {
    const pages = homePage(answers);
    pages["/"]!.when = answers.homeFor ?? [{ header: "accept", includes: "text/markdown", route: MARKDOWN }];
    return { ...pages, "/robots.txt": text(ROBOTS), "/llms.txt": text(LLMS), ...answers.routes };
  };

  it.each(SITE_LABELS.map((label) => [label.check, label] as const))(
    "%s is found where it is, and nowhere else",
    async (_, label) => {
      const ids = async (answers: LabelledAnswers) =>
        (await auditOf(routes(answers), [`${ORIGIN}/`], "follow")).run.robotsAnalysis.issues
          .map((issue: { id: string }) => issue.id)
          .sort();
      expect(await ids(label.fails)).toEqual([label.check, ...(label.also?.fails ?? [])].sort());
      expect(await ids(label.passes)).toEqual(label.also?.passes ?? []);
    },
  );
});

const MARKDOWN: SiteRoute = { headers: { "content-type": "text/markdown" }, body: "# Walks" };
const LLMS = "# Walks\n\n- [All the walks](https://labelled.example/): with maps and times\n";
