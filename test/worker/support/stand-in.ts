import type { Behaviour, Received } from "../../../demo/stand-in/server.ts";
import { env } from "./api.ts";

/** Sets the stand-in's responses to the next calls with this question; without a provider, for all providers. */
export async function script(question: string, behaviours: Behaviour[], provider?: string): Promise<void> {
  const body = JSON.stringify({ question, provider, behaviours });
  await (await fetch(`${env.TEST_STAND_IN}/__script`, { method: "PUT", body })).text();
}

/** The received calls with this question, in order. */
export async function callsOf(question: string): Promise<Received[]> {
  return (await fetch(`${env.TEST_STAND_IN}/__log?question=${encodeURIComponent(question)}`)).json();
}
