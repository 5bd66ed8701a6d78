import { setTimeout as pause } from "node:timers/promises";

/** How long one step may take. */
const WORK_MS = 5_000;

/** What has to be undone before the process ends, newest first. */
const undo: Array<() => Promise<void> | void> = [];
let ending: Promise<void> | undefined;

/** As a shell names the end of a program by a signal. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
let signalled: number | null = null;

const HANDLERS = Object.fromEntries(
  Object.entries(EXIT_CODES).map(([signal, code]) => [
    signal,
    () => {
      signalled ??= code;
      void cleanUp().then(() => process.exit(code));
    },
  ]),
);

/** The exit code of the signal that ends this process; null without one. Whatever fails from then on is not worth a word. */
export const signalCode = (): number | null => signalled;

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
 * A signal cleans up and ends the process quietly. Further signals change nothing. Replaces other handlers, because those
 * of libraries end the process at once.
 */
export function cleanUpOnSignals(): void {
  for (const [signal, handler] of Object.entries(HANDLERS)) {
    // Without a listener, if only for a moment, Node would lose a signal that came while it was busy.
    if (!process.listeners(signal as NodeJS.Signals).includes(handler)) process.on(signal, handler);
    for (const other of process.listeners(signal as NodeJS.Signals))
      if (other !== handler) process.removeListener(signal, other);
  }
}
