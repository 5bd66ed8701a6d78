import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { isPipe } from "../../../cli/write-pipe.ts";

const folder = mkdtempSync(path.join(tmpdir(), "crawlready-pipe-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** In each, nobody is at the other end for a while, and yet other work goes on: it is what a signal's handler needs. */
const LATE = `
  import { setTimeout as pause } from "node:timers/promises";
  import { readText } from "./cli/read-text.ts";
  import { writePipe } from "./cli/write-pipe.ts";
  const [late, large] = [process.argv[1], "x".repeat(300_000)];
  const reading = readText(late, "run");
  const first = await Promise.race([reading, pause(50, "waits for a writer")]);
  await writePipe(late, "a run");
  const read = await reading;
  const writing = writePipe(late, large);
  const second = await Promise.race([writing, pause(50, "waits for a reader")]);
  const [whole] = await Promise.all([readText(late, "run"), writing]);
  console.log(JSON.stringify([first, read, second, whole === large]));`;

// In a process of its own, as the program is: a thread closes the files that it opened when it ends, after the pipe's socket did.
it("a run may come from a pipe and a report go to one, whose other end comes late", () => {
  const pipe = path.join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", LATE, pipe], { encoding: "utf8" });
  expect(JSON.parse(out)).toEqual(["waits for a writer", "a run", "waits for a reader", true]);
  expect([isPipe(pipe), isPipe(path.join(folder, "none"))]).toEqual([true, false]);
});
