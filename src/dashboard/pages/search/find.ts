import { attempt } from "../../server/attempt";
import type { OwnPageContext } from "../../server/page-env";
import type { ApiProblem, NamedDomain } from "../../server/read";
import { pathTyped } from "../../ui/typed-address";
import { issueHref } from "../audits/issues/issues-page";
import { isFinished, type Run } from "../audits/parts/words";
import { GUIDES } from "../cache/connect/guides";
import { readReference } from "../docs/read-reference";
import { fittest, MAX_HITS } from "./fittest";
import { viewsOf } from "./views";
import { sitePath } from "../../../lib/hosts/page-paths";

export interface Hit {
  /** A stranger's text may be in it. */
  title: string;
  note: string | null;
  href: string;
}

export interface Group {
  name: string;
  hits: Hit[] | ApiProblem;
}

/** Everything of the reader's that fits a search. `domain`: the one whose pages, issues and prompts are searched. */
export async function findAll(c: OwnPageContext, search: string, domain: NamedDomain | null): Promise<Group[]> {
  const part = async (name: string, hits: Promise<Hit[]>): Promise<Group> => ({ name, hits: await attempt(c, hits) });
  const name = domain?.domain ?? null;
  const inside = domain?.verified ? insideOf(c, domain.domain, search) : [];
  return Promise.all([
    part("Domains", Promise.resolve(domains(c.var.domains, search))),
    part("Views and settings", Promise.resolve(fittest(viewsOf(name), search, ({ title, words }) => [title, words]))),
    ...inside.map(([kind, hits]) => part(kind, hits)),
    part("Docs", docs(c, search, domain?.verified ? name : null)),
  ]);
}

const domains = (own: readonly NamedDomain[], search: string): Hit[] =>
  fittest(own, search, ({ domain, brandName }) => [domain, brandName]).map(({ domain, brandName }) => ({
    title: domain,
    note: brandName,
    href: sitePath(domain, ""),
  }));

/** What a verified domain has. All calls begin at once. */
function insideOf(c: OwnPageContext, domain: string, search: string): [kind: string, hits: Promise<Hit[]>][] {
  const latest = c.var.api
    .listAudits({ query: { domain, analyses: "false" } })
    .then(({ runs }) => runs.find(isFinished) ?? null);
  return [
    ["Pages", pages(c, domain, search, latest)],
    ["Issues", issues(c, domain, search, latest)],
    ["Prompts", prompts(c, domain, search)],
  ];
}

/** The part of a path that a search stands for: what was typed, as addresses have it, or a whole address's path. */
export function pathPart(domain: string, search: string): string {
  const isAddress = /^https?:\/\//i.test(search) || search.startsWith(`${domain}/`);
  const typed = isAddress ? pathTyped(domain, search) : null;
  const text = typed && "path" in typed ? typed.path : encodeURI(search.toWellFormed()).replaceAll("%25", "%");
  return text.replaceAll("*", "");
}

/** Pages in the cache and of the latest audit. */
async function pages(c: OwnPageContext, domain: string, search: string, latest: Promise<Run | null>): Promise<Hit[]> {
  const part = pathPart(domain, search);
  if (part === "") return [];
  const [cached, audited] = await Promise.all([
    c.var.api.listCachedPages({ query: { domain, search: part, limit: MAX_HITS } }),
    latest.then((run) => (run ? auditedPages(c, run.id, part) : [])),
  ]);
  const inCache = new Set(cached.entries.map(({ path }) => path));
  const inAudit = new Set(audited);
  const paths = [...new Set([...inAudit, ...inCache])].sort((a, b) => a.length - b.length);
  return paths.slice(0, MAX_HITS).map((path) => ({
    title: path,
    note: [inAudit.has(path) && "audited", inCache.has(path) && "in the cache"].filter(Boolean).join(", "),
    href: sitePath(domain, "inspect", { url: path }),
  }));
}

async function auditedPages(c: OwnPageContext, runId: string, part: string): Promise<string[]> {
  const query = { path: `*${part}*`, limit: MAX_HITS, robots: "false" } as const;
  const answer = await c.var.api.readAudit({ path: { runId }, query });
  return answer.pages.map(({ path }) => path);
}

/** Kinds of issues of the latest audit. */
async function issues(c: OwnPageContext, domain: string, search: string, latest: Promise<Run | null>): Promise<Hit[]> {
  const run = await latest;
  if (!run) return [];
  const found = await c.var.api.listAuditIssues({ path: { runId: run.id } });
  return fittest(found.issues, search, ({ title, id, severity }) => [title, id.replaceAll("_", " "), severity]).map(
    ({ title, id, severity }) => ({ title, note: severity, href: issueHref(domain, run.id, id) }),
  );
}

async function prompts(c: OwnPageContext, domain: string, search: string): Promise<Hit[]> {
  const all = await c.var.api.listPrompts({ query: { domain } });
  return fittest(all, search, ({ promptText, tags }) => [promptText, tags]).map(({ id, promptText, active }) => ({
    title: promptText,
    note: active === 1 ? null : "paused",
    href: sitePath(domain, "mentions/prompts/:id", { id }),
  }));
}

/** Operations of the API, its errors, and how to connect the chosen domain. */
async function docs(c: OwnPageContext, search: string, domain: string | null): Promise<Hit[]> {
  const { operations } = await readReference(c);
  const guides = domain === null ? [] : GUIDES;
  const all = [
    { title: "API reference", note: "How to call the API", href: "/docs", words: "documentation openapi" },
    { title: "Error codes", note: "API", href: "/docs/errors", words: "problem status" },
    ...guides.map(({ id, name }) => ({
      title: `Connect with ${name}`,
      note: "Guide",
      href: sitePath(domain!, "cache/connect", { platform: id }),
      words: id,
    })),
    ...operations.map(({ id, summary, method, path, tag }) => ({
      title: summary,
      note: path === "" ? id : `${method} ${path}`,
      href: `/docs/${id}`,
      words: `${id} ${tag}`,
    })),
  ];
  return fittest(all, search, ({ title, note, words }) => [title, note, words]);
}
