import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { Socket } from "node:net";
import { CliError } from "./cli-error.ts";

/** More than any run or list that this program reads. */
const MOST_BYTES = 512 * 1024 * 1024;

/**
 * Reads a text from a file, or from a pipe such as that of `<(command)`. Waits for a pipe without a writer in a way that a signal can
 * end: opened as usual, it would hold up the whole program.
 * @throws CliError if it can't be read. `option` names it.
 */
export async function readText(file: string, option: string): Promise<string> {
  const refusal = (why: string) => new CliError(`${option}: ${file} ${why}.`);
  try {
    // Windows has no such flag, and no such pipes.
    const opened = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(opened);
    if (found.isFIFO() || found.isSocket()) return await readPipe(opened, refusal);
    try {
      if (!found.isFile()) throw refusal("is neither a file nor a pipe");
      return readFileSync(opened, "utf8");
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw refusal(code === "ENOENT" ? "does not exist" : `can't be read (${message})`);
  }
}

/** Reads a pipe to its end, and closes it. */
async function readPipe(opened: number, refusal: (why: string) => CliError): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of new Socket({ fd: opened, writable: false }) as AsyncIterable<Buffer>) {
    parts.push(part);
    if ((bytes += part.length) > MOST_BYTES) throw refusal(`has more than ${MOST_BYTES} bytes`);
  }
  return Buffer.concat(parts).toString("utf8");
}
