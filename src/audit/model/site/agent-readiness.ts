import type { Robots } from "../../../web";
import type { Issue } from "../issue";
import { judgeDiscovery, type DiscoveryState } from "./agent-discovery";
import { headerLinks, markdownTwinOf } from "./link-relations";
import { DISCOVERY_PATHS, type DiscoveryFile, type SiteFacts } from "./site-facts";
import { isNotFound } from "../../../lib/hosts/not-found";

/** How well a site serves AI agents. `unknown`: the audit sent no request, or got no response. */
export interface AgentReadiness extends AgentParts {
  /** llms.txt, Markdown and content signals are in order. */
  ready: boolean;
  /** Parts in order, of those that apply to the site and whose state is known. What does not apply lowers nothing. */
  passed: number;
  applicable: number;
  llmsTxt: { state: "ok" | "missing" | "invalid" | "unknown"; status: number | null };
  /** Whether the home page is offered as Markdown: to clients that prefer it, or at an address that it names (`twin`). */
  markdown: { state: "offered" | "not_offered" | "unknown"; contentType: string | null; twin: string | null };
  contentSignals: {
    state: "given" | "missing" | "conflicting";
    /** What they say to all crawlers; null: nothing. */
    search: boolean | null;
    aiInput: boolean | null;
    aiTrain: boolean | null;
  };
}

/** What does not apply to the site, or is optional and not there, is `not_applicable`. */
export interface AgentParts {
  /** Relations of the home page's Link header that agents use. */
  linkHeader: { state: "ok" | "not_applicable" | "unknown"; rels: string[] };
  /** RSL licences that robots.txt names. */
  licenses: { state: "ok" | "not_applicable"; urls: string[] };
  discovery: Record<DiscoveryFile, { state: DiscoveryState; status: number | null; reason: string | null }>;
  /** The home page's forms as tools of in-browser agents. */
  webMcp: {
    state: "ok" | "invalid" | "not_applicable" | "unknown";
    forms: number;
    tools: number;
    unfinished: string[];
  };
  /** What the home page costs an agent to read, estimated at four bytes per token: its HTML, and its main text. */
  tokens: { html: number; text: number } | null;
}

interface ReadinessFacts extends Pick<SiteFacts, "llmsTxt" | "markdown" | "markdownTwin" | "discovery" | "home"> {
  robots: Pick<Robots, "contentSignals" | "licenses">;
  /** Issues of the site, which judge llms.txt and the signals. */
  issues: readonly Issue[];
}

/** Relations that lead agents to something (RFC 8288, RFC 9727, RFC 8631, llmstxt.org). */
const AGENT_RELS = new Set([
  "api-catalog",
  "service-desc",
  "service-doc",
  "service-meta",
  "status",
  "describedby",
  "license",
  "llms-txt",
  "mcp-server-card",
]);
const BYTES_PER_TOKEN = 4;

/** Sums up what the audit knows about a site's llms.txt, Markdown and content signals. */
export function agentReadiness(facts: ReadinessFacts): AgentReadiness {
  const { llmsTxt, markdown, markdownTwin, robots, issues } = facts;
  const ids = new Set(issues.map(({ id }) => id));
  const offered = [markdown, markdownTwin].find((probe) => probe?.status === 200 && isMarkdown(probe.contentType));
  const own = robots.contentSignals.filter(({ userAgent }) => userAgent === "*");
  const said = (name: "search" | "aiInput" | "aiTrain") => own.find((each) => each[name] !== null)?.[name] ?? null;
  const signals = { search: said("search"), aiInput: said("aiInput"), aiTrain: said("aiTrain") };
  const parts = {
    llmsTxt: { state: llmsState(llmsTxt, ids), status: llmsTxt?.status ?? null },
    markdown: {
      state: offered
        ? ("offered" as const)
        : markdown?.status === 200
          ? ("not_offered" as const)
          : ("unknown" as const),
      contentType: (offered ?? markdown)?.contentType ?? null,
      twin: (facts.home && markdownTwinOf(facts.home)) ?? null,
    },
    contentSignals: { state: signalState(robots, ids), ...signals },
  };
  const ready =
    parts.llmsTxt.state === "ok" && parts.markdown.state === "offered" && parts.contentSignals.state === "given";
  const more = partsOf(facts);
  const states = [parts.llmsTxt, parts.markdown, parts.contentSignals, more.linkHeader, more.licenses, more.webMcp]
    .map(({ state }) => state as string)
    .concat(Object.values(more.discovery).map(({ state }) => state))
    .filter((state) => state !== "not_applicable" && state !== "unknown");
  const passed = states.filter((state) => ["ok", "offered", "given"].includes(state)).length;
  return { ready, passed, applicable: states.length, ...parts, ...more };
}

const isMarkdown = (contentType: string | null) => /^text\/markdown\b/i.test(contentType ?? "");

function partsOf({ home, discovery, robots }: ReadinessFacts): AgentParts {
  const links = home ? headerLinks(home.headers["link"]) : [];
  const rels = [...new Set(links.flatMap((link) => link.rels))].filter((rel) => AGENT_RELS.has(rel)).sort();
  const names = Object.keys(DISCOVERY_PATHS) as DiscoveryFile[];
  const named = new Set<DiscoveryFile>(rels.includes("api-catalog") ? ["apiCatalog"] : []);
  return {
    linkHeader: { state: home === null ? "unknown" : rels.length > 0 ? "ok" : "not_applicable", rels },
    licenses: {
      state: robots.licenses.length > 0 ? "ok" : "not_applicable",
      urls: robots.licenses.slice(0, 10).map(({ url }) => url),
    },
    discovery: Object.fromEntries(
      names.map((name) => [name, judgeDiscovery(name, discovery?.[name] ?? null, named.has(name))]),
    ) as AgentParts["discovery"],
    webMcp: webMcpOf(home),
    tokens: tokensOf(home),
  };
}

function webMcpOf(home: SiteFacts["home"]): AgentParts["webMcp"] {
  const { total: forms, tools, unfinished } = home?.facts?.forms ?? { total: 0, tools: 0, unfinished: [] };
  if (!home?.facts) return { state: "unknown", forms, tools, unfinished };
  const state = unfinished.length > 0 ? "invalid" : tools > 0 ? "ok" : "not_applicable";
  return { state, forms, tools, unfinished };
}

function tokensOf(home: SiteFacts["home"]): AgentParts["tokens"] {
  if (!home?.html || !home.facts) return null;
  const { text } = home.facts;
  const mainBytes = text.chars === 0 ? 0 : (text.bytes * text.mainChars) / text.chars;
  return { html: Math.ceil(home.bytes / BYTES_PER_TOKEN), text: Math.ceil(mainBytes / BYTES_PER_TOKEN) };
}

function llmsState(probe: SiteFacts["llmsTxt"], ids: ReadonlySet<string>): AgentReadiness["llmsTxt"]["state"] {
  if (ids.has("llms_txt_invalid") || ids.has("llms_txt_is_html")) return "invalid";
  if (probe?.status === 200) return "ok";
  return isNotFound(probe?.status) ? "missing" : "unknown";
}

function signalState(
  { contentSignals }: Pick<Robots, "contentSignals">,
  ids: ReadonlySet<string>,
): AgentReadiness["contentSignals"]["state"] {
  if (ids.has("content_signals_conflict")) return "conflicting";
  const isGiven = contentSignals.some((each) =>
    [each.search, each.aiInput, each.aiTrain].some((said) => said !== null),
  );
  return isGiven ? "given" : "missing";
}
