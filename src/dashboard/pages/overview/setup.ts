import { sitePath } from "../../../lib/hosts/page-paths";
import type { Ways } from "../crawlers/ways";

export type StepState = "done" | "running" | "open";

export interface SetupStep {
  name: string;
  state: StepState;
  /** What is seen of it. */
  words: string;
  /** What to do next; null: nothing, or wait. */
  action: { name: string; href: string } | null;
}

/** What the steps are judged by. Null: not known now. */
export interface SetupFacts {
  domain: string;
  verified: boolean;
  runs: readonly { id: string; completedAt: number | null }[] | null;
  ways: Ways | null;
  brandName: string | null;
  /** How many prompts there are. */
  prompts: number | null;
  /** Whether an assistant has answered one in 30 days. */
  answered: boolean;
}

/** What the last step is judged by. */
export const askedOf = (
  stats: { prompts: readonly unknown[]; summary: { totalResponses: number } } | null,
): Pick<SetupFacts, "prompts" | "answered"> => ({
  prompts: stats?.prompts.length ?? null,
  answered: (stats?.summary.totalResponses ?? 0) > 0,
});

/** The way from a new domain to one that is watched. A step whose facts are not known is left out. */
export function setupSteps({ domain, verified, runs, ways, brandName, ...asked }: SetupFacts): SetupStep[] {
  const to = (page: Parameters<typeof sitePath>[1], name: string) => ({
    name,
    href: sitePath(domain, page as "audits"),
  });
  const steps: (SetupStep | null)[] = [
    verified
      ? { name: "Prove that the domain is yours", state: "done", words: "proved", action: null }
      : { name: "Prove that the domain is yours", state: "open", words: "not yet", action: to("verify", "Prove it") },
    runs && auditStep(domain, runs, to("audits/new", "Start it")),
    ways && connectStep(ways, to("cache/connect", "Connect")),
    ways && crawlerStep(ways),
    asked.prompts === null
      ? null
      : brandStep(
          { ...asked, brandName, prompts: asked.prompts },
          { brand: to("settings", "Name it"), ask: to("mentions/prompts/new", "Ask"), see: to("mentions", "See why") },
        ),
  ];
  return steps.filter((step) => step !== null);
}

function auditStep(domain: string, runs: NonNullable<SetupFacts["runs"]>, start: SetupStep["action"]): SetupStep {
  const name = "Audit the site for the first time";
  if (runs.some(({ completedAt }) => completedAt !== null))
    return { name, state: "done", words: "finished", action: null };
  const [run] = runs;
  if (!run) return { name, state: "open", words: "not started", action: start };
  const href = sitePath(domain, "audits/:runId", { runId: run.id });
  return { name, state: "running", words: "running", action: { name: "Watch it", href } };
}

const total = ({ reported, imported }: Ways) => reported.requests + imported.requests;

/** A test by the reader counts too: it comes as somebody who only claims to be a crawler. */
function connectStep(ways: Ways, connect: SetupStep["action"]): SetupStep {
  const name = "Connect the site, or import its logs";
  const { requests, spoofed } = ways.connected;
  if (requests + spoofed > 0) return { name, state: "done", words: "connected", action: null };
  if (total(ways) > 0) return { name, state: "done", words: "visits are reported or imported", action: null };
  return { name, state: "open", words: "nothing has come through", action: connect };
}

function crawlerStep(ways: Ways): SetupStep {
  const name = "See the first crawler";
  if (ways.connected.requests + total(ways) > 0) return { name, state: "done", words: "seen", action: null };
  return { name, state: ways.connected.spoofed > 0 ? "running" : "open", words: "waiting for it", action: null };
}

function brandStep(
  { brandName, prompts, answered }: { brandName: string | null; prompts: number; answered: boolean },
  to: Record<"brand" | "ask" | "see", SetupStep["action"]>,
): SetupStep {
  const name = "Name your brand, and ask AI assistants about it";
  if (brandName === null) return { name, state: "open", words: "no brand yet", action: to.brand };
  if (prompts === 0) return { name, state: "open", words: "no prompt yet", action: to.ask };
  if (!answered) return { name, state: "running", words: "no answer yet", action: to.see };
  return { name, state: "done", words: "answered", action: null };
}

export const isWhole = (steps: readonly SetupStep[]): boolean => steps.every(({ state }) => state === "done");
