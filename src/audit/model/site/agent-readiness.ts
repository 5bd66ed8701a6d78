import type { Robots } from "../../../web";
import type { Issue } from "../issue";
import type { Probe } from "./site-facts";

/** How well a site serves AI agents. `unknown`: the audit sent no request, or got no response. */
export interface AgentReadiness {
  /** All three parts are in order. */
  ready: boolean;
  llmsTxt: { state: "ok" | "missing" | "invalid" | "unknown"; status: number | null };
  /** Whether the home page is offered as Markdown to clients that prefer it. */
  markdown: { state: "offered" | "not_offered" | "unknown"; contentType: string | null };
  contentSignals: {
    state: "given" | "missing" | "conflicting";
    /** What they say to all crawlers; null: nothing. */
    search: boolean | null;
    aiInput: boolean | null;
    aiTrain: boolean | null;
  };
}

interface ReadinessFacts {
  llmsTxt: Probe | null;
  markdown: Probe | null;
  robots: Pick<Robots, "contentSignals">;
  /** Issues of the site, which judge llms.txt and the signals. */
  issues: readonly Issue[];
}

/** Sums up what the audit knows about a site's llms.txt, Markdown and content signals. */
export function agentReadiness({ llmsTxt, markdown, robots, issues }: ReadinessFacts): AgentReadiness {
  const ids = new Set(issues.map(({ id }) => id));
  const isOffered = markdown?.status === 200 && /^text\/markdown\b/i.test(markdown.contentType ?? "");
  const own = robots.contentSignals.filter(({ userAgent }) => userAgent === "*");
  const said = (name: "search" | "aiInput" | "aiTrain") => own.find((each) => each[name] !== null)?.[name] ?? null;
  const signals = { search: said("search"), aiInput: said("aiInput"), aiTrain: said("aiTrain") };
  const parts = {
    llmsTxt: { state: llmsState(llmsTxt, ids), status: llmsTxt?.status ?? null },
    markdown: {
      state: isOffered
        ? ("offered" as const)
        : markdown?.status === 200
          ? ("not_offered" as const)
          : ("unknown" as const),
      contentType: markdown?.contentType ?? null,
    },
    contentSignals: { state: signalState(robots, ids), ...signals },
  };
  const ready =
    parts.llmsTxt.state === "ok" && parts.markdown.state === "offered" && parts.contentSignals.state === "given";
  return { ready, ...parts };
}

function llmsState(probe: Probe | null, ids: ReadonlySet<string>): AgentReadiness["llmsTxt"]["state"] {
  if (ids.has("llms_txt_invalid") || ids.has("llms_txt_is_html")) return "invalid";
  if (probe?.status === 200) return "ok";
  return probe?.status === 404 || probe?.status === 410 ? "missing" : "unknown";
}

function signalState(
  { contentSignals }: ReadinessFacts["robots"],
  ids: ReadonlySet<string>,
): AgentReadiness["contentSignals"]["state"] {
  if (ids.has("content_signals_conflict")) return "conflicting";
  const isGiven = contentSignals.some((each) =>
    [each.search, each.aiInput, each.aiTrain].some((said) => said !== null),
  );
  return isGiven ? "given" : "missing";
}
