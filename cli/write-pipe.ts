import { constants, openSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const RETRY_MS = 100;

export const isPipe = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFIFO() ?? false;

/** Writes a text to a named pipe. Waits for its reader in a way that a signal can end: opened as usual, it would hold up the program. */
export async function writePipe(file: string, text: string): Promise<void> {
  for (;;) {
    try {
      const socket = new Socket({ fd: openSync(file, constants.O_WRONLY | constants.O_NONBLOCK), readable: false });
      return await new Promise((resolve, reject) => {
        socket.once("error", reject).end(text, () => resolve());
      });
    } catch (error) {
      // Nobody reads it yet.
      if ((error as NodeJS.ErrnoException).code !== "ENXIO") throw error;
      await pause(RETRY_MS);
    }
  }
}
