import { startStandIn } from "../../demo/stand-in/server.ts";
import { API_PROVIDERS, PROVIDERS_AS_JUDGES, variableOf, type ApiProvider } from "../../src/lib/ai-providers.ts";
import { readDevVars, type Variables } from "./config.ts";

export interface DemoProviders {
  /** Variables that point the Worker to the stand-in. */
  variables: Record<string, string>;
  close: () => void;
}

/** Providers that are configured are called; the stand-in replaces only the others. */
function isSetUp(provider: ApiProvider, env: NodeJS.ProcessEnv, devVars: Variables): boolean {
  const name = variableOf(provider, "API_KEY");
  return Boolean(env[name] || devVars[name]);
}

/** Starts the stand-in for the AI providers. It makes no external calls, and every answer is labelled as a sample. */
export async function startDemoProviders(env: NodeJS.ProcessEnv): Promise<DemoProviders> {
  const devVars = readDevVars();
  const standIn = await startStandIn();
  const variables: Record<string, string> = {};
  for (const provider of API_PROVIDERS) {
    if (isSetUp(provider, env, devVars)) continue;
    variables[variableOf(provider, "API_KEY")] = "sample-key-of-the-stand-in";
    variables[variableOf(provider, "BASE_URL")] = standIn.baseUrls[provider];
  }
  // The stand-in answers prompts, but judges nothing.
  const judge = PROVIDERS_AS_JUDGES.find((provider) => isSetUp(provider, env, devVars)) ?? "off";
  variables["ANALYSIS_PROVIDER"] = env["ANALYSIS_PROVIDER"] || devVars["ANALYSIS_PROVIDER"] || judge;
  return { variables, close: () => void standIn.close() };
}
