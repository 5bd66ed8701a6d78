import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { verifyLedgerFile } from "../../../cli/commands/verify-ledger.ts";
import { ledgerLines, newSigner } from "../../support/ledger-history.ts";

const folder = mkdtempSync(path.join(tmpdir(), "ledger-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());

const written = (name: string, text: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};

async function verify(file: string, options: Parameters<typeof verifyLedgerFile>[1]): Promise<[number, string]> {
  let out = "";
  vi.spyOn(process.stdout, "write").mockImplementation((chunk, ...rest) => {
    out += String(chunk);
    const done = rest.find((each) => typeof each === "function");
    done?.();
    return true;
  });
  return [await verifyLedgerFile(file, options), out];
}

describe("crawlready verify-ledger", () => {
  it("says that a ledger is whole and whose it is, and what crawlers got of a page", async () => {
    const signer = await newSigner();
    const file = written("whole.jsonl", `${(await ledgerLines(1, 3, signer)).join("\n")}\n`);
    const keys = written("keys.json", JSON.stringify({ keys: await signer.publicKeys() }));
    const [code, text] = await verify(file, { format: "text", keys, path: "/p/0" });
    expect(code).toBe(0);
    expect(text).toContain("shop.example: 3 days from 2026-11-17 to 2026-11-19");
    expect(text).toContain("3 signed by");
    expect(text).toContain("which you trust");
    expect(text).toContain("Nothing was changed, removed, moved, added or cut off.");
    expect(text).toMatch(
      /2026-11-17 {2}200 {2}[0-9a-f]{32} {2}99 % of it shown to people, 97 % of what they saw in it {2}GPTBot \d/,
    );
  });

  it("cannot tell of one without signatures whether it was cut", async () => {
    const file = written("bare.jsonl", (await ledgerLines(2, 3, null)).join("\n"));
    const [code, text] = await verify(file, { format: "text" });
    expect([code, text]).toEqual([0, expect.stringContaining("nobody can tell whether it was rewritten or cut off")]);
    expect(text).not.toContain("Nothing was changed");
    const keys = written("other.json", JSON.stringify({ keys: await (await newSigner()).publicKeys() }));
    expect((await verify(file, { format: "text", keys }))[0]).toBe(1);
  });

  it("fails for one that was changed, and says where", async () => {
    const lines = await ledgerLines(2, 3, null);
    const file = written("changed.jsonl", lines.join("\n").replace('"status":200', '"status":404'));
    const [code, text] = await verify(file, { format: "json" });
    expect(code).toBe(1);
    expect(JSON.parse(text)).toMatchObject({ signed: 0, problems: [{ line: 2, what: "2026-11-17 was changed" }] });
  });

  it("says what is wrong with its files", async () => {
    await expect(verifyLedgerFile(path.join(folder, "none"), { format: "text" })).rejects.toThrow("can't be read");
    await expect(verifyLedgerFile(folder, { format: "text" })).rejects.toThrow("can't be read");
    await expect(verifyLedgerFile(written("empty", ""), { format: "text" })).rejects.toThrow("is empty");
    const keys = written("bad.json", "{}");
    await expect(verifyLedgerFile(keys, { format: "text", keys })).rejects.toThrow("has no Ed25519 key");
    for (const other of ["{}", "a page\nof text\n", '[{"ledger":1}]', "\0".repeat(200_000)])
      await expect(verifyLedgerFile(written("other", other), { format: "text" })).rejects.toThrow(
        "other is no exported ledger. Give it the file that",
      );
  });
});
