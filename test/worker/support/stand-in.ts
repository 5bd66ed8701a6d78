import type { Behaviour, Received } from "../../../demo/stand-in/server.ts";
import { env } from "./api.ts";

/** Says how the stand-in answers the next calls with this question; without a provider, all calls of all providers. */
export async function script(question: string, behaviours: Behaviour[], provider?: string): Promise<void> {
  const body = JSON.stringify({ question, provider, behaviours });
  await (await fetch(`${env.TEST_STAND_IN}/__script`, { method: "PUT", body })).text();
}

/** The calls that came with this question, in order. */
export async function callsOf(question: string): Promise<Received[]> {
  return (await fetch(`${env.TEST_STAND_IN}/__log?question=${encodeURIComponent(question)}`)).json();
}
