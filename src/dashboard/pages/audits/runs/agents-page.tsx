import type { Child } from "hono/jsx";
import { page } from "../../../server/page";
import { Num } from "../../../ui/format";
import { Badge, Card, Facts } from "../../../ui/panels";
import { readRun, runIdOf, type SiteContext } from "../parts/read-runs";
import { RunHeader, StillRunning } from "../parts/run-parts";
import { isActive, type BadgeTone, type RunDetail } from "../parts/words";

const said = (value: boolean | null) => (value === null ? "not stated" : value ? "yes" : "no");

const STATES: Record<string, [words: string, tone: BadgeTone]> = {
  ok: ["in order", "good"],
  offered: ["offered", "good"],
  given: ["given", "good"],
  not_applicable: ["does not apply", "none"],
  missing: ["missing", "warn"],
  not_offered: ["not offered", "warn"],
  invalid: ["invalid", "bad"],
  conflicting: ["contradictory", "bad"],
  unknown: ["not known", "none"],
};

const State = ({ state }: { state: string }) => {
  const [words, tone] = STATES[state] ?? [state, "none"];
  return <Badge tone={tone}>{words}</Badge>;
};

const FILES = {
  apiCatalog: "API catalog",
  mcpServerCard: "MCP server card",
  agentSkills: "Agent skills",
  oauthProtectedResource: "OAuth resource",
  oauthAuthorizationServer: "OAuth server",
} as const;

/** What runs of the first version lack. */
function laterParts(ready: NonNullable<RunDetail["agentReadiness"]>): Array<[string, Child]> {
  const { linkHeader, licenses, discovery, webMcp, tokens } = ready;
  if (!linkHeader || !licenses || !discovery || !webMcp) return [];
  const files = Object.entries(FILES) as Array<[keyof typeof FILES, string]>;
  return [
    ["Link header for agents", <State state={linkHeader.state} />],
    ["Licence in robots.txt (RSL)", <State state={licenses.state} />],
    ...files.map(([name, words]): [string, Child] => [words, <State state={discovery[name].state} />]),
    ["Forms as tools (WebMCP)", <State state={webMcp.state} />],
    [
      "Tokens of the home page",
      tokens ? (
        <>
          <Num value={tokens.html} /> as HTML, <Num value={tokens.text} /> as text
        </>
      ) : (
        "not known"
      ),
    ],
    [
      "In order",
      <>
        <Num value={ready.passed} /> of <Num value={ready.applicable} /> parts that apply
      </>,
    ],
  ];
}

function AgentCard({ run: { agentReadiness: ready } }: { run: RunDetail }) {
  return (
    <Card>
      {ready === null ? (
        <p class="muted">This audit did not check this.</p>
      ) : (
        <Facts
          items={[
            ["llms.txt", <State state={ready.llmsTxt.state} />],
            ["Pages as Markdown", <State state={ready.markdown.state} />],
            ["Content signals in robots.txt", <State state={ready.contentSignals.state} />],
            ["Search allowed", said(ready.contentSignals.search)],
            ["Use in AI answers allowed", said(ready.contentSignals.aiInput)],
            ["AI training allowed", said(ready.contentSignals.aiTrain)],
            ...laterParts(ready),
          ]}
        />
      )}
    </Card>
  );
}

/** `/audits/:runId/agents`: how well the site speaks to AI agents. */
export async function agentsPage(c: SiteContext) {
  const run = await readRun(c, await runIdOf(c));
  return page(
    c,
    { title: "AI agents", section: "audits" },
    <>
      <RunHeader run={run} view="agents" title="Ready for AI agents" />
      {isActive(run) ? <StillRunning run={run} /> : <AgentCard run={run} />}
    </>,
  );
}
