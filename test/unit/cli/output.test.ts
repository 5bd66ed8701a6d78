import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { writeFiles } from "../../../cli/commands/action.ts";
import { outliveReaders, planReport, print } from "../../../cli/output.ts";

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
