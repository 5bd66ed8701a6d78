import { send } from "./requests.ts";
import { pause } from "./turns.ts";
import { newWorld, type World } from "./world.ts";

/** The run can't go on. Its message says why. */
export class RunEnded extends Error {}

/** A busy machine or a restart may take that long. */
const PATIENCE_MS = 120_000;
const MOST_WORLDS = 5;

/** Waits until the service answers anything. */
export async function waitForService(base: string, patienceMs = PATIENCE_MS): Promise<void> {
  const endAt = Date.now() + patienceMs;
  for (;;) {
    const request = { operation: "", method: "GET", path: "/healthz", headers: {}, changes: [] };
    if (await send(base, request).catch(() => null)) return;
    if (Date.now() > endAt)
      throw new RunEnded(`the service at ${base} has not answered for ${patienceMs / 1_000} seconds`);
    await pause(Math.min(1_000, patienceMs / 10));
  }
}

/** A new world, also if the first one could not be made. */
export async function patientWorld(base: string, onLost: (what: string) => void): Promise<World> {
  for (let tries = 1; ; tries++) {
    try {
      return await newWorld(base);
    } catch (error) {
      if (tries === MOST_WORLDS) throw new RunEnded(`no world could be made: ${String(error)}`, { cause: error });
      onLost(`a world: ${String(error)}`);
      await waitForService(base);
    }
  }
}
