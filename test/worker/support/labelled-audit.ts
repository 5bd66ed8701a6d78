import { expect } from "vitest";
import { HOST, ORIGIN, ROBOTS } from "../../support/labelled/page.ts";
import { routesOf, text } from "../../support/labelled/routes.ts";
import type { LabelledAnswers, LabelledSite } from "../../support/labelled/site-checks.ts";
import type { SiteRoute } from "../../support/site-server.ts";
import { call, newAccount, newSite, OPERATOR, until, type TestAccount, type TestSite } from "./api.ts";

/** Routes. */
const LARGE_SITE = 100;

/** An account that owns a labelled site's domain, and the server behind that. */
export class LabelledDomain {
  private constructor(
    readonly site: TestSite,
    private readonly account: TestAccount,
    private readonly host: string,
  ) {}

  /**
   * `viaOrigin`: the domain says that its pages come from the server's loopback port. `host`: stands for labelled.example in
   * all that the site answers; as long, so that no check of a length sees a difference.
   */
  static async make({ viaOrigin, host = HOST }: { viaOrigin: boolean; host?: string }): Promise<LabelledDomain> {
    const site = await newSite();
    const account = await newAccount("business");
    expect(host).toHaveLength(HOST.length);
    const json = { domain: host, ...(viaOrigin && { origin: site.origin }), verified: true };
    const added = await call("POST", `/api/admin/accounts/${account.accountId}/domains`, { headers: OPERATOR, json });
    expect(added.status).toBe(201);
    return new LabelledDomain(site, account, host);
  }

  /** The detail of a finished audit of a site that answers so. */
  async audit(routes: Record<string, SiteRoute>, seeds = [`${ORIGIN}/`], mode = "follow"): Promise<any> {
    await this.site.set(this.renamed(routes));
    const headers = this.account.auth;
    const json = this.renamed({ domain: HOST, urls: seeds, mode, allowSampling: false });
    const started = await call("POST", "/api/seo-spider/runs", { headers, json });
    expect(started.body).toMatchObject({ ok: true });
    const detail = `/api/seo-spider/runs/${started.body.runId}`;
    // The audit of a large site mostly waits, so what it costs is how often, and how much of it, is read meanwhile.
    const pauseMs = Object.keys(routes).length > LARGE_SITE ? 500 : undefined;
    await until(
      async () => {
        const { body } = await call("GET", `${detail}?limit=1`, { headers });
        return !["queued", "running"].includes(body.run.status);
      },
      150_000,
      pauseMs,
    );
    return (await call("GET", detail, { headers })).body;
  }

  private renamed<T>(value: T): T {
    return JSON.parse(JSON.stringify(value).replaceAll(HOST, this.host)) as T;
  }

  /** A check of the whole site is found on the site that has the defect, and not on the one beside it. */
  async expectFound(label: LabelledSite): Promise<void> {
    expect(await this.siteIssues(label.fails)).toEqual([label.check, ...(label.also?.fails ?? [])].sort());
    expect(await this.siteIssues(label.passes)).toEqual(label.also?.passes ?? []);
  }

  private async siteIssues(answers: LabelledAnswers): Promise<string[]> {
    const { run } = await this.audit(siteRoutes(answers));
    return run.robotsAnalysis.issues.map((issue: { id: string }) => issue.id).sort();
  }
}

const MARKDOWN: SiteRoute = { headers: { "content-type": "text/markdown" }, body: "# Walks" };
const LLMS = "# Walks\n\n- [All the walks](https://labelled.example/): with maps and times\n";

function siteRoutes(answers: LabelledAnswers): Record<string, SiteRoute> {
  const pages = routesOf([{ path: "/", head: '<link rel="icon" href="/files/share.png">', ...answers.home }]);
  pages["/"]!.when = answers.homeFor ?? [{ header: "accept", includes: "text/markdown", route: MARKDOWN }];
  return { ...pages, "/robots.txt": text(ROBOTS), "/llms.txt": text(LLMS), ...answers.routes };
}
