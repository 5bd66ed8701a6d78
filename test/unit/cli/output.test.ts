import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Writable } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { writeFiles } from "../../../cli/commands/action.ts";
import { outliveReaders, planReport, print } from "../../../cli/output.ts";
import { readText } from "../../../cli/read-text.ts";
import { isPipe, writePipe } from "../../../cli/write-pipe.ts";

const folder = mkdtempSync(path.join(tmpdir(), "crawlready-output-"));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (name: string) => path.join(folder, name);

describe("stdout", () => {
  const failing = (code: string) =>
    new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });

  it("outlives its reader, even for what is written later", async () => {
    const stream = failing("EPIPE");
    outliveReaders([stream]);
    await print("a", stream);
    await print("b", stream);
  });

  it("fails if it can't be written, in words", async () => {
    const stream = failing("ENOSPC");
    outliveReaders([stream]);
    await expect(print("a", stream)).rejects.toThrow("stdout can't be written (ENOSPC).");
  });
});

describe("--output", () => {
  const plan = (output: string) => () => planReport({ format: "text", output });

  it("is tried before the audit", async () => {
    mkdirSync(fileOf("folder"));
    await expect(plan(fileOf("folder"))()).rejects.toThrow("can't be written (it is a folder)");
    await expect(plan(fileOf("none/report.txt"))()).rejects.toThrow(
      /^--output: .*none\/report\.txt can't be written \(ENOENT/,
    );
    await expect(plan("")()).rejects.toThrow('--output: "" can\'t be written');
  });

  it("is not changed by that", async () => {
    writeFileSync(fileOf("old.txt"), "old");
    symlinkSync(fileOf("target"), fileOf("link"));
    for (const name of ["old.txt", "new.txt", "link"]) await plan(fileOf(name))();
    expect([readFileSync(fileOf("old.txt"), "utf8"), existsSync(fileOf("new.txt"))]).toEqual(["old", false]);
    expect(existsSync(fileOf("target"))).toBe(false);
  });
});

it("a report may go to a pipe, whose reader may come late", async () => {
  const pipe = fileOf("pipe");
  execFileSync("mkfifo", [pipe]);
  const text = "x".repeat(300_000);
  const writing = writePipe(pipe, text);
  // Nobody reads, and yet other work goes on: it is what a signal's handler needs.
  expect(await Promise.race([writing, pause(50, "still waiting")])).toBe("still waiting");
  const [read] = await Promise.all([readText(pipe, "run"), writing]);
  expect([read.length, isPipe(pipe), isPipe(fileOf("none"))]).toEqual([text.length, true, false]);
});

describe("the files of the GitHub Action", () => {
  it("are written as far as they can be", () => {
    const areWritten = writeFiles([
      ["run-file", fileOf("none/run.json"), () => "run", "w"],
      ["GITHUB_OUTPUT", fileOf("out"), () => "a\n", "a"],
      ["GITHUB_STEP_SUMMARY", undefined, () => "never", "a"],
      ["GITHUB_OUTPUT", fileOf("out"), () => "b\n", "a"],
    ]);
    expect([areWritten, readFileSync(fileOf("out"), "utf8")]).toEqual([false, "a\nb\n"]);
    expect(writeFiles([["run-file", fileOf("out"), () => "c", "w"]])).toBe(true);
  });
});
