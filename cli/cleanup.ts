import { setTimeout as pause } from "node:timers/promises";

/** How long one step may take. */
const WORK_MS = 5_000;

/** What has to be undone before the process ends, newest first. */
const undo: Array<() => Promise<void> | void> = [];
let ending: Promise<void> | undefined;

/** Registers something to end or remove, however the command ends. */
export function onExit(work: () => Promise<void> | void): void {
  undo.push(work);
}

/** Ends and removes everything that was registered. Repeating it waits for the first call. */
export function cleanUp(): Promise<void> {
  return (ending ??= (async () => {
    for (const work of undo.reverse()) {
      const late = pause(WORK_MS, undefined, { ref: false });
      await Promise.race([Promise.resolve(work()).catch(() => {}), late]);
    }
  })());
}

/**
 * A signal cleans up and ends the process as a failed command. Further signals change nothing. Replaces other
 * handlers, because those of libraries end the process at once.
 */
export function cleanUpOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.removeAllListeners(signal).on(signal, () => {
      void cleanUp().then(() => process.exit(1));
    });
}
