import { startStandIn, type StandInProvider } from "../../demo/stand-in/server.ts";
import { readDevVars, type Variables } from "./config.ts";

const VARIABLES: Record<StandInProvider, string> = {
  chatgpt: "OPENAI",
  claude: "ANTHROPIC",
  perplexity: "PERPLEXITY",
  gemini: "GEMINI",
};

/** In the Worker's order of preference. */
const JUDGES: StandInProvider[] = ["gemini", "chatgpt", "claude", "perplexity"];

export interface DemoProviders {
  /** Variables that point the Worker to the stand-in. */
  variables: Record<string, string>;
  close: () => void;
}

/** Providers that are configured are called; the stand-in replaces only the others. */
function isSetUp(name: string, env: NodeJS.ProcessEnv, devVars: Variables): boolean {
  return Boolean(env[`${name}_API_KEY`] || devVars[`${name}_API_KEY`]);
}

/** Starts the stand-in for the AI providers. It makes no external calls, and every answer is labelled as a sample. */
export async function startDemoProviders(env: NodeJS.ProcessEnv): Promise<DemoProviders> {
  const devVars = readDevVars();
  const standIn = await startStandIn();
  const variables: Record<string, string> = {};
  for (const [provider, name] of Object.entries(VARIABLES) as Array<[StandInProvider, string]>) {
    if (isSetUp(name, env, devVars)) continue;
    variables[`${name}_API_KEY`] = "sample-key-of-the-stand-in";
    variables[`${name}_BASE_URL`] = standIn.baseUrls[provider];
  }
  // The stand-in answers prompts, but judges nothing.
  const judge = JUDGES.find((provider) => isSetUp(VARIABLES[provider], env, devVars)) ?? "off";
  variables["ANALYSIS_PROVIDER"] = env["ANALYSIS_PROVIDER"] || devVars["ANALYSIS_PROVIDER"] || judge;
  return { variables, close: () => void standIn.close() };
}
