import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { startStandIn, type StandInProvider } from "../../demo/stand-in/server.ts";
import { root } from "./config.ts";

const VARIABLES: Record<StandInProvider, string> = {
  chatgpt: "OPENAI",
  claude: "ANTHROPIC",
  perplexity: "PERPLEXITY",
  gemini: "GEMINI",
};

export interface DemoProviders {
  /** Variables that point the Worker to the stand-in. */
  variables: Record<string, string>;
  close: () => void;
}

/** Whether a provider is configured. A configured provider is called itself; the stand-in replaces only the others. */
function isSetUp(name: string, env: NodeJS.ProcessEnv, devVars: string): boolean {
  return Boolean(env[`${name}_API_KEY`]) || new RegExp(`^\\s*${name}_API_KEY\\s*=`, "m").test(devVars);
}

/** Starts the stand-in for the AI providers. It makes no external calls, and every answer is labelled as a sample. */
export async function startDemoProviders(env: NodeJS.ProcessEnv): Promise<DemoProviders> {
  const file = path.join(root, ".dev.vars");
  const devVars = existsSync(file) ? readFileSync(file, "utf8") : "";
  const standIn = await startStandIn();
  const variables: Record<string, string> = {};
  for (const [provider, name] of Object.entries(VARIABLES) as Array<[StandInProvider, string]>) {
    if (isSetUp(name, env, devVars)) continue;
    variables[`${name}_API_KEY`] = "sample-key-of-the-stand-in";
    variables[`${name}_BASE_URL`] = standIn.baseUrls[provider];
  }
  return { variables, close: () => void standIn.close() };
}
