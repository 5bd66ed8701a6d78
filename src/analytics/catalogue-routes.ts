import { Hono } from "hono";
import { accepts } from "hono/accepts";
import { html } from "hono/html";
import { secureHeaders } from "hono/secure-headers";
import * as z from "zod";
import type { AppEnv } from "../http/app-env";
import { operation } from "../http/operation";
import { CATALOGUE_DATE, CRAWLER_AGENTS } from "./catalogue/agents";
import { ASSISTANTS } from "./catalogue/assistants";
import { CatalogueCrawler, catalogueCrawler } from "./catalogue/catalogue-crawler";

const CatalogueAnswer = z.object({
  date: z.string(),
  assistants: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      operator: z.string(),
      hosts: z.array(z.string()).readonly(),
      utmSources: z.array(z.string()).readonly(),
      source: z.object({ name: z.string(), date: z.string() }),
    }),
  ),
  crawlers: z.array(CatalogueCrawler),
});

const describeCatalogue = operation({
  tag: "Analytics",
  summary: "List known crawlers",
  description:
    "In match order: the first crawler whose token occurs in a user agent matches. `assistants` are those whose people are counted as referrals. Returns HTML, or JSON if `Accept` prefers it.",
  credentials: [],
  answers: { 200: CatalogueAnswer },
  texts: ["text/html"],
  errors: [],
});

const catalogue: z.infer<typeof CatalogueAnswer> = {
  date: CATALOGUE_DATE,
  assistants: [...ASSISTANTS],
  crawlers: CRAWLER_AGENTS.map(catalogueCrawler),
};

const STYLE = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #8884}
td:nth-child(4){white-space:nowrap}td:last-child{overflow-wrap:anywhere;min-width:12rem}`;

const page = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Crawlers that Crawlready knows</title>
      <style>
        ${STYLE}
      </style>
    </head>
    <body>
      <h1>Crawlers that Crawlready knows</h1>
      <p>
        ${CRAWLER_AGENTS.length} crawlers, reviewed on <time datetime="${CATALOGUE_DATE}">${CATALOGUE_DATE}</time>, in
        match order: the first crawler whose token occurs in a user agent matches.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">Provider</th>
            <th scope="col">Operator</th>
            <th scope="col">Kind</th>
            <th scope="col">In robots.txt</th>
            <th scope="col">Source</th>
            <th scope="col">Verified by</th>
          </tr>
        </thead>
        <tbody>
          ${catalogue.crawlers.map(
            (crawler) =>
              html`<tr>
                <td><code>${crawler.token}</code></td>
                <td>${crawler.provider}</td>
                <td>
                  ${crawler.documentation ? html`<a href="${crawler.documentation}">${crawler.operator}</a>` : crawler.operator}
                </td>
                <td>${crawler.kind}</td>
                <td>${crawler.robotsToken ?? "–"}</td>
                <td>${crawler.source.name}, ${crawler.source.date}</td>
                <td>${crawler.verifiedBy.join("; ") || "nothing published"}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <h2>Assistants that send people</h2>
      <p>
        A person is counted for an assistant if the referrer is one of its hosts, or <code>utm_source</code> names it.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Assistant</th>
            <th scope="col">Operator</th>
            <th scope="col">Hosts</th>
            <th scope="col">utm_source, besides its hosts</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        <tbody>
          ${ASSISTANTS.map(
            ({ name, operator, hosts, utmSources, source }) =>
              html`<tr>
                <td>${name}</td>
                <td>${operator}</td>
                <td>${hosts.join(", ")}</td>
                <td>${utmSources.join(", ") || "–"}</td>
                <td>${source.name}, ${source.date}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </body>
  </html>`;

const policy = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], styleSrc: ["'unsafe-inline'"], frameAncestors: ["'none'"] },
});

/** `GET /bots`: the public list of known crawlers. */
export const catalogueRoutes = new Hono<AppEnv>().get("/", describeCatalogue, policy, (c) => {
  const type = accepts(c, {
    header: "Accept",
    supports: ["text/html", "application/json"],
    default: "text/html",
  });
  c.header("vary", "Accept");
  c.header("cache-control", "public, max-age=3600");
  return type === "application/json" ? c.json(catalogue) : c.html(page);
});
