import { describe, expect, it } from "vitest";
import { thumbprintOf } from "../../../../src/lib/crypto/thumbprint.ts";
import { rootOf, signedDay } from "../../../../src/prerender/core/ledger.ts";
import { servedText } from "../../../../src/prerender/core/served-text.ts";
import { verifyLedger } from "../../../../src/prerender/core/verify-ledger.ts";
import { addDay, daysAfter, ledgerSpan, pruneLedger } from "../../../../src/prerender/history/ledger-rows.ts";
import { LEDGER_DOMAIN, ledgerLines, ledgerTables, newSigner } from "../../../support/ledger-history.ts";
import { seeded } from "../../../support/seeded.ts";

type Change = (lines: string[], random: () => number) => string[];
const edit = (lines: string[], at: number, change: (row: any) => void) =>
  lines.map((line, i) => {
    if (i !== at) return line;
    const row = JSON.parse(line);
    change(row);
    return JSON.stringify(row);
  });
/** A line of a day. */
const dayLine = (lines: string[], random: () => number) => 1 + Math.floor(random() * (lines.length - 2));

/** The root is made anew, as one does who knows the form but has no key. */
const withRoot = (row: any) => {
  row.root = rootOf(LEDGER_DOMAIN, row);
};

const CHANGES: Record<string, Change> = {
  "a changed hash": (lines, random) =>
    edit(lines, dayLine(lines, random), (row) => (row.entries[0].body = "0".repeat(32))),
  "a changed time": (lines, random) => edit(lines, dayLine(lines, random), (row) => row.entries[0].at++),
  "a changed status": (lines, random) => edit(lines, dayLine(lines, random), (row) => (row.entries[0].status = 404)),
  "a changed path": (lines, random) => edit(lines, dayLine(lines, random), (row) => (row.entries[0].path = "/other")),
  "a changed likeness": (lines, random) =>
    edit(lines, dayLine(lines, random), (row) => (row.entries[0].alike = [100, 100])),
  "a changed count of visits": (lines, random) => edit(lines, dayLine(lines, random), (row) => (row.visits[0][2] = 99)),
  "an added field": (lines, random) => edit(lines, dayLine(lines, random), (row) => (row.entries[0].note = "x")),
  "a removed entry": (lines, random) => edit(lines, dayLine(lines, random), (row) => row.entries.pop()),
  "an added entry": (lines, random) => edit(lines, dayLine(lines, random), (row) => row.entries.push(row.entries[0])),
  "entries in another order": (lines, random) => edit(lines, dayLine(lines, random), (row) => row.entries.reverse()),
  "entries that are taken out": (lines, random) => edit(lines, dayLine(lines, random), (row) => (row.entries = [])),
  "hidden entries": (lines, random) => edit(lines, dayLine(lines, random), (row) => (row.entries = null)),
  "a removed day": (lines, random) => lines.toSpliced(dayLine(lines, random), 1),
  "a removed first day": (lines) => lines.toSpliced(1, 1),
  "a repeated day": (lines, random) => lines.toSpliced(dayLine(lines, random), 0, lines[1]!),
  "days in another order": (lines) => [lines[0]!, lines[2]!, lines[1]!, ...lines.slice(3)],
  "a cut end": (lines) => lines.slice(0, -1),
  "a cut end with days": (lines) => lines.slice(0, -3),
  "days cut off before the end": (lines) => [...lines.slice(0, -3), lines.at(-1)!],
  "a day behind the end": (lines) => [...lines, lines.at(-2)!],
  "a line that is cut": (lines) => lines.map((line, i) => (i === 2 ? line.slice(0, -10) : line)),
  "an added field of the first line": (lines) => edit(lines, 0, (row) => (row.note = "x")),
  "keys that are no list": (lines) => edit(lines, 0, (row) => (row.keys = null)),
  "an added field of the end": (lines) => edit(lines, lines.length - 1, (row) => (row.note = "x")),
  "a day's name twice": (lines, random) => {
    const at = dayLine(lines, random);
    return lines.with(at, lines[at]!.replace("{", '{"day":"2020-01-01",'));
  },
  "another domain": (lines) => edit(lines, 0, (row) => (row.domain = "other.example")),
  "another time of export": (lines) => edit(lines, lines.length - 1, (row) => row.exportedAt++),
};
/** These need a signature to be seen. */
const WITH_KEY = new Set(["another time of export"]);

describe("the ledger", () => {
  it("is whole as it is exported, in ten histories, signed and not", async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const signer = seed % 2 === 0 ? await newSigner() : null;
      const verdict = await verifyLedger(await ledgerLines(seed, 8, signer), null);
      expect(verdict).toMatchObject({ domain: LEDGER_DOMAIN, days: 8, signed: signer ? 8 : 0, problems: [] });
    }
  });

  it.each(Object.keys(CHANGES))("shows %s, in ten histories", async (name) => {
    for (let seed = 1; seed <= 10; seed++) {
      const random = seeded(seed);
      const signer = seed % 2 === 0 || WITH_KEY.has(name) ? await newSigner() : null;
      const lines = CHANGES[name]!(await ledgerLines(seed, 8, signer), random);
      expect((await verifyLedger(lines, null)).problems, `seed ${seed}`).not.toEqual([]);
    }
  });

  it.each([
    "{}",
    "null",
    "[]",
    '{"x":1}',
    '{"end":true,"signature":{}}',
    '{"end":true}',
    '{"day":"2026-11-18","previous":"","root":"","signature":{},"entries":[]}',
    '{"day":"2026-11-18","previous":"","root":"","signature":null,"entries":[null],"visits":[1],"left":0}',
  ])("says where a line of another form is, at each place: %s", async (line) => {
    const lines = await ledgerLines(2, 3, await newSigner());
    for (let at = 0; at <= lines.length; at++) {
      const seen: unknown[] = [];
      const { problems } = await verifyLedger(lines.toSpliced(at, 0, line), null, (_, entries) =>
        seen.push(...entries),
      );
      expect(
        problems.map((each) => each.line),
        `line ${at + 1}`,
      ).toContain(at + 1);
      expect(seen).not.toContain(null);
    }
  });

  it("shows that all of it was made anew without the key", async () => {
    const signer = await newSigner();
    const lines = await ledgerLines(3, 4, signer);
    let previous = "";
    const made = lines.map((line, i) => {
      const row = JSON.parse(line);
      if (i === 0) return line;
      if (row.end) return JSON.stringify({ ...row, root: previous });
      row.entries[0].body = "f".repeat(32);
      row.previous = previous;
      withRoot(row);
      previous = row.root;
      return JSON.stringify(row);
    });
    const keys = await signer.publicKeys();
    expect((await verifyLedger(made, keys)).problems).toHaveLength(5);
    const bare = made.map((line, i) =>
      i === 0 ? line : JSON.stringify(Object.assign(JSON.parse(line), { signature: null })),
    );
    expect(await verifyLedger(bare, keys), "without signatures it says that there are none").toMatchObject({
      signed: 0,
    });
    const forger = await newSigner();
    const forged = await ledgerLines(3, 4, forger);
    expect(await verifyLedger(forged, null), "a file proves only that it is of one piece").toMatchObject({
      problems: [],
    });
    expect((await verifyLedger(forged, keys)).problems).toHaveLength(5);
  });

  it("proves nothing with trusted keys if signatures are taken out, of all days or of one", async () => {
    const signer = await newSigner();
    const keys = await signer.publicKeys();
    const lines = await ledgerLines(4, 5, signer);
    expect((await verifyLedger(["\uFEFF" + lines[0]!, ...lines.slice(1)], keys)).problems, "a byte order mark").toEqual(
      [],
    );
    const without = (from: number, to: number) =>
      lines.map((line, i) => (i >= from && i <= to ? edit([line], 0, (row) => (row.signature = null))[0]! : line));
    // Cut after the third day, with an end that fits.
    const bare = without(1, 6).toSpliced(4, 2);
    const end = { ...JSON.parse(bare[4]!), days: 3, root: JSON.parse(bare[3]!).root };
    const cut = bare.with(4, JSON.stringify(end));
    expect((await verifyLedger(cut, keys)).problems).toEqual([
      { line: 5, what: expect.stringContaining("nothing is signed") },
    ]);
    expect((await verifyLedger(without(3, 3), keys)).problems).toEqual([
      { line: 4, what: expect.stringContaining("is not signed, and days before it are") },
    ]);
    expect((await verifyLedger(without(6, 6), keys)).problems).toEqual([
      { line: 7, what: "days are signed, and the end is not" },
    ]);
    expect(await verifyLedger(without(1, 2), keys), "signing began on the third day").toMatchObject({
      signed: 3,
      problems: [],
    });
  });

  it("names its keys as the directory does", async () => {
    const [key] = await (await newSigner()).publicKeys();
    expect(await thumbprintOf(key!)).toBe(key!.kid);
  });

  it("keeps its chain when old entries go, and takes no day twice or late", async () => {
    const signer = await newSigner();
    const sql = ledgerTables();
    const content = { entries: [], visits: [["/", "GPTBot", 1] as const], left: 0 };
    let previous = "";
    for (const day of ["2026-01-01", "2026-08-01"]) {
      const root = rootOf(LEDGER_DOMAIN, { day, previous, ...content });
      const signature = await signer.signText(signedDay(LEDGER_DOMAIN, day, previous, root));
      const closed = { day, previous, root, signature, content };
      expect([addDay(sql, closed), addDay(sql, closed)]).toEqual([true, false]);
      previous = root;
    }
    expect(addDay(sql, { day: "2026-07-01", previous, root: "x", signature: null, content })).toBe(false);
    pruneLedger(sql, Date.UTC(2026, 7, 10));
    expect(daysAfter(sql, 0, 9).map((day) => [day.day, day.content === null])).toEqual([
      ["2026-01-01", true],
      ["2026-08-01", false],
    ]);
    expect(ledgerSpan(sql)).toEqual({ days: 2, first: "2026-01-01", last: "2026-08-01" });
    const lines = [
      { ledger: "crawlready-ledger/1", domain: LEDGER_DOMAIN, keys: await signer.publicKeys() },
      ...daysAfter(sql, 0, 9).map(({ content: kept, ...day }) =>
        Object.assign(day, { entries: null, visits: null, left: 0 }, kept),
      ),
      { end: true, days: 2, root: previous, exportedAt: Date.UTC(2026, 7, 10), signature: null },
    ].map((row) => JSON.stringify(row));
    const verdict = await verifyLedger(lines, null);
    expect(verdict).toMatchObject({ days: 2, withoutEntries: 1, signed: 2 });
    expect(verdict.problems).toEqual([{ line: 4, what: "days are signed, and the end is not" }]);
  });
});

describe("what crawlers get and people see", () => {
  it("is compared by words in both directions", async () => {
    expect(await servedText("a b c d", "A  b c d")).toMatchObject({ alike: [100, 100] });
    expect(await servedText("buy cheap pills now", "a page about bicycles now")).toMatchObject({ alike: [25, 20] });
    expect((await servedText("a b", "a\n b")).text).toBe((await servedText("a  b", "")).text);
  });
});
