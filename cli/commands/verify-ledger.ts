import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import {
  isLedgerHeader,
  keysIn,
  verifyLedger,
  type LedgerKey,
  type LedgerVerdict,
} from "../../src/prerender/core/verify-ledger";
import { parseJson } from "../../src/lib/text/json";
import { CliError } from "../cli-error.ts";
import { EXIT, print } from "../output.ts";
import { readText } from "../read-text.ts";
import { plainText, printableJson } from "../report/plain-text.ts";

export interface VerifyOptions {
  format: "text" | "json";
  keys?: string;
  path?: string;
}

/** What crawlers got of one page on one day, in one line. */
export interface ServedLine {
  day: string;
  body: string;
  status: number;
  alike: readonly [number, number] | null;
  crawlers: string[];
}

async function readKeys(file: string): Promise<LedgerKey[]> {
  const keys = keysIn(parseJson(await readText(file, "--keys")));
  if (keys.length > 0) return keys;
  throw new CliError(`${file} has no Ed25519 key: give it a JWK, or the saved directory of the service.`);
}

/** The first line of an export has a few keys and names. */
const FIRST_BYTES = 64 * 1024;

/** @throws CliError for a file that is something else: finding fault with each line of it would say nothing. */
async function refuseOtherFile(file: string): Promise<void> {
  const handle = await open(file).catch(() => {
    throw new CliError(`${file} can't be read.`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
    const [first = ""] = buffer.toString("utf8", 0, bytesRead).split("\n", 1);
    if (isLedgerHeader(parseJson(first.trim()))) return;
  } finally {
    await handle.close();
  }
  throw new CliError(
    `${file} is no exported ledger. Give it the file that "Export the whole ledger" in the dashboard or GET /api/prerender/ledger/export made.`,
  );
}

/** `crawlready verify-ledger`: whether an exported ledger is whole. Requests nothing. Returns the exit code. */
export async function verifyLedgerFile(file: string, { format, keys, path }: VerifyOptions): Promise<number> {
  const pinned = keys === undefined ? null : await readKeys(keys);
  const { size, isFile } = await stat(file).then(
    (found) => ({ size: found.size, isFile: found.isFile() }),
    () => ({ size: 0, isFile: false }),
  );
  if (!isFile) throw new CliError(`${file} can't be read: give the file of an export.`);
  if (size === 0) throw new CliError(`${file} is empty.`);
  await refuseOtherFile(file);
  const served: ServedLine[] = [];
  const input = createReadStream(file, "utf8");
  const opened = new Promise<void>((resolve, reject) => input.once("ready", resolve).once("error", reject));
  await opened.catch(() => {
    throw new CliError(`${file} can't be read.`);
  });
  const verdict = await verifyLedger(
    createInterface({ input, crlfDelay: Infinity }),
    pinned,
    (day, entries, visits) => {
      if (path === undefined) return;
      const crawlers = visits.filter(([of]) => of === path).map(([, crawler, count]) => `${crawler} ${count}`);
      for (const { path: of, body, status, alike } of entries)
        if (of === path) served.push({ day, body, status, alike, crawlers });
    },
  );
  if (format === "json") await print(`${printableJson({ ...verdict, ...(path !== undefined && { served }) })}\n`);
  else await print(`${linesOf(verdict, { served, path, isPinned: pinned !== null }).join("\n")}\n`);
  return verdict.problems.length === 0 ? EXIT.fine : EXIT.failed;
}

interface Shown {
  served: readonly ServedLine[];
  path: string | undefined;
  isPinned: boolean;
}

function linesOf(verdict: LedgerVerdict, { served, path, isPinned }: Shown): string[] {
  const { domain, days, first, last, signed, keys, problems, withoutEntries } = verdict;
  const unsigned = days - signed;
  const lines = [
    `${plainText(domain, 300)}: ${days} ${days === 1 ? "day" : "days"}${first === null ? "" : ` from ${plainText(first)} to ${plainText(last!)}`}`,
    signed > 0
      ? `${signed} signed by ${keys.map((key) => plainText(key, 60)).join(", ")}${isPinned ? ", which you trust" : ", a key that the file itself names: compare it with the service's directory, or give it with --keys"}`
      : "No day is signed.",
  ];
  if (signed > 0 && unsigned > 0) lines.push(`${unsigned} not signed`);
  if (withoutEntries > 0) lines.push(`${withoutEntries} without entries, which are kept for 180 days`);
  for (const { line, what } of problems) lines.push(`line ${line}: ${plainText(what, 300)}`);
  if (problems.length === 0)
    lines.push(
      signed > 0
        ? "Nothing was changed, removed, moved, added or cut off."
        : "The file is of one piece. Without signatures, nobody can tell whether it was rewritten or cut off as a whole.",
    );
  if (path !== undefined && served.length === 0) lines.push(`No day has an entry of ${plainText(path, 300)}.`);
  for (const { day, body, status, alike, crawlers } of served)
    lines.push(
      `${plainText(day)}  ${status}  ${plainText(body, 40)}  ${alike === null ? "not compared" : `${alike[0]} % of it shown to people, ${alike[1]} % of what they saw in it`}  ${crawlers.map((each) => plainText(each)).join(", ")}`,
    );
  return lines;
}
