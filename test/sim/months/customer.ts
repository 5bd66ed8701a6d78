import { systemCaller } from "../../../src/accounts";
import { findDomainById } from "../../../src/accounts";
import { recordVisits } from "../../../src/analytics/count/record-visits";
import { askDeploy } from "../../../src/automation/deploy-hook/ask-deploy";
import { openDb } from "../../../src/db/client";
import { DAY_MS, HOUR_MS } from "../../../src/lib/time/time";
import { createPrompt } from "../../../src/mentions/prompts/create-prompt";
import { indexOf } from "../../../src/prerender/cache/index-of";
import { siteOf } from "../../../src/prerender/cache/site";
import { newEdges } from "../platform/edges";
import { serveHost } from "../platform/network";
import type { SimulatedService } from "../platform/service";
import { addAccount, addDomain } from "../platform/service";
import { addWebhook } from "../areas/webhooks";
import { query } from "../platform/d1";
import type { World } from "../world";

const HOST = "site.example";
export const DOMAIN = "dom";
const ACCOUNT = "acc";
const PAGES = 30;
const AGENTS = ["GPTBot/1.2", "Googlebot/2.1", "ClaudeBot/1.0", "PerplexityBot/1.0"];
const WORDS = "one two three four five six seven eight nine ten eleven twelve ".repeat(20);
const pathOf = (no: number) => (no === 0 ? "/" : `/p${no}`);

/** What happened, so that a run that did nothing is noticed. */
export interface Done {
  served: number;
  reported: number;
  deploys: number;
  invalidations: number;
  asked: number;
  delivered: number;
  failed: number;
}

/**
 * A small customer: a site of 30 pages that are audited weekly, change now and then and are released twice a month; crawlers that come
 * all day; three prompts for two providers; an endpoint for events.
 */
export class Customer {
  readonly done: Done = { served: 0, reported: 0, deploys: 0, invalidations: 0, asked: 0, delivered: 0, failed: 0 };
  private readonly versions = new Map(Array.from({ length: PAGES }, (_, no) => [pathOf(no), 1]));
  private readonly edges = newEdges();
  private visits = 0;
  private releases = 0;

  constructor(
    private readonly world: World,
    private readonly service: SimulatedService,
  ) {
    addAccount(ACCOUNT, "starter");
    addDomain(DOMAIN, ACCOUNT, HOST, {
      brand_name: "Acme",
      verification_method: "operator",
      audit_frequency: "weekly",
      sitemap_url: `https://${HOST}/sitemap.xml`,
    });
    query(
      "INSERT INTO user (id, name, email, email_verified, created_at, updated_at) VALUES ('u', 'u', 'u@dom.example', 1, ?1, ?1)",
      world.now,
    );
    query("INSERT INTO membership (account_id, user_id, role, created_at) VALUES ('acc', 'u', 'owner', ?1)", world.now);
    addWebhook(world, "hook-a");
    this.serveSite();
    for (const host of ["api.openai.com", "api.perplexity.ai"]) this.serveProvider(host);
    serveHost("indexnow.example", () => new Response("ok"));
    serveHost("hook-a.example", () => {
      this.done.delivered++;
      return new Response("ok");
    });
  }

  /** Does, or has done at some time of the day, what happens on this day. */
  day(no: number): void {
    const { world } = this;
    const at = (work: () => Promise<unknown>) =>
      void world.later(world.int(0, DAY_MS - HOUR_MS), null, () => void work().catch(() => this.done.failed++));
    if (no === 0) for (let i = 0; i < 3; i++) at(() => this.createPrompt(i));
    for (let i = 0; i < 24; i++) at(() => this.visit());
    for (let i = 0; i < 4; i++) at(() => this.report());
    if (world.chance(0.3)) at(() => this.change());
    if (no % 15 === 5) at(() => this.release());
  }

  private get caller() {
    const account = { id: ACCOUNT, plan: "starter", limitOverrides: null };
    return systemCaller(account as never, HOST, "sim");
  }

  private serveSite(): void {
    serveHost(HOST, (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/robots.txt") return new Response("User-agent: *\nAllow: /\n");
      if (pathname === "/sitemap.xml") {
        const urls = [...this.versions.keys()].map((path) => `<url><loc>https://${HOST}${path}</loc></url>`);
        const body = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`;
        return new Response(body, { headers: { "content-type": "text/xml" } });
      }
      const version = this.versions.get(pathname);
      const html = { headers: { "content-type": "text/html; charset=utf-8" } };
      if (version === undefined) return new Response("<h1>Not here</h1>", { status: 404, ...html });
      const links = [...this.versions.keys()].map((path) => `<a href="${path}">to ${path}</a>`).join(" ");
      return new Response(
        `<!doctype html><html lang="en"><head><title>Page ${pathname}</title></head><body><h1>Page ${pathname}</h1><p>version ${version} ${WORDS}</p>${links}</body></html>`,
        html,
      );
    });
  }

  private serveProvider(host: string): void {
    serveHost(host, () => {
      const text = `Acme is a good brand, answer ${++this.done.asked}. ${WORDS}`;
      return Response.json({
        id: "resp_1",
        status: "completed",
        model: "gpt",
        output: [
          { type: "web_search_call", status: "completed", action: { type: "search", queries: ["sample"] } },
          { type: "search_results", queries: ["sample"], results: [] },
          { type: "message", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] },
        ],
        usage: { input_tokens: 5, output_tokens: 5 },
      });
    });
  }

  /** A crawler asks for a page, and now and then for one that is not there. */
  private async visit(): Promise<void> {
    const { world, service } = this;
    const path = world.chance(0.05) ? `/lost-${world.int(0, 1_000_000)}` : world.pick([...this.versions.keys()]);
    const headers = { "user-agent": `Mozilla/5.0 (compatible; ${world.pick(AGENTS)})` };
    const edge = world.pick(this.edges);
    await service.worker("edge", async () => {
      const row = (await findDomainById(openDb(service.env.DB), DOMAIN))!;
      const defer = (work: Promise<unknown>) => void work.catch(() => undefined);
      const request = new Request(`https://${HOST}${path}`, { headers });
      const asked = { request, site: siteOf(row), pathAndQuery: path, by: "host" as const, defer };
      const response = await edge.serveSnapshot(service.env, asked);
      await response.text();
    });
    this.done.served++;
  }

  /** The customer's own server reports a visit. */
  private async report(): Promise<void> {
    const { world, service } = this;
    const visit = {
      id: `reported-${++this.visits}`,
      domainId: DOMAIN,
      at: world.now,
      path: world.pick([...this.versions.keys()]),
      token: "GPTBot",
      provider: "OpenAI",
      kind: "llm-training" as const,
      servedBy: "origin" as const,
      status: 200,
    };
    await service.worker("api", () => recordVisits(service.env.VISIT_QUEUE, [visit as never]));
    this.done.reported++;
  }

  private async change(): Promise<void> {
    const { world, service } = this;
    const path = world.pick([...this.versions.keys()]);
    this.versions.set(path, this.versions.get(path)! + 1);
    await service.worker("api", () => indexOf(service.env, DOMAIN).invalidate([path], Date.now()));
    this.done.invalidations++;
  }

  private async release(): Promise<void> {
    const { service, caller } = this;
    const body = { domain: HOST, ref: `r${++this.releases}`, indexNow: true, audit: false };
    await service.worker("api", () => askDeploy(service.env, caller, body, Date.now()));
    this.done.deploys++;
  }

  private async createPrompt(no: number): Promise<void> {
    const body = {
      domain: HOST,
      promptText: `Which brand is best for thing ${no}?`,
      intent: "info",
      providers: ["chatgpt", "perplexity"],
      tags: "",
      personaLocation: "{}",
      monitorInterval: no === 0 ? "weekly" : "dynamic",
    };
    const { service, caller } = this;
    await service.worker("api", () => createPrompt(service.env, caller, body as never, Date.now()));
  }
}
