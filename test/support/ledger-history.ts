import type { SqlStorage } from "@cloudflare/workers-types";
import { DatabaseSync } from "node:sqlite";
import { INDEX_STEPS } from "../../src/prerender/cache/tables.ts";
import {
  LEDGER_FORM,
  rootOf,
  signedDay,
  signedEnd,
  type LedgerEntry,
  type LedgerVisits,
} from "../../src/prerender/core/ledger.ts";
import { addDay, daysAfter } from "../../src/prerender/history/ledger-rows.ts";
import { RequestSigner } from "../../src/lib/crypto/request-signer.ts";
import { objectStorage } from "./object-storage.ts";
import { seeded } from "./seeded.ts";

const DAY = 86_400_000;
export const LEDGER_DOMAIN = "shop.example";

export async function newSigner(): Promise<RequestSigner> {
  const { privateKey } = (await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"])) as {
    privateKey: CryptoKey;
  };
  const exported: unknown = await crypto.subtle.exportKey("jwk", privateKey);
  const { kty, crv, x, d } = exported as JsonWebKey;
  return new RequestSigner([{ kty, crv, x, d } as never], "https://api.example");
}

export const ledgerTables = (): SqlStorage => {
  const storage = objectStorage(new DatabaseSync(":memory:"));
  for (const step of INDEX_STEPS) step(storage);
  return storage.sql;
};

/** The export of a ledger of some days, as lines. */
export async function ledgerLines(seed: number, days: number, signer: RequestSigner | null): Promise<string[]> {
  const random = seeded(seed);
  const hex = () => Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join("");
  const sql = ledgerTables();
  const now = Date.UTC(2026, 10, 20);
  let previous = "";
  for (let i = 0; i < days; i++) {
    const start = now - (days - i) * DAY;
    const day = new Date(start).toISOString().slice(0, 10);
    const entries = Array.from({ length: 2 + Math.floor(random() * 4) }, (_, n): LedgerEntry => {
      const at = start + n * 1_000;
      return {
        path: `/p/${n}`,
        screen: "desktop",
        status: 200,
        at,
        last: at,
        renders: 1,
        body: hex(),
        text: hex(),
        shown: hex(),
        alike: [99, 97],
      };
    });
    const visits: LedgerVisits[] = [
      ["/p/0", "GPTBot", 1 + Math.floor(random() * 9)],
      ["/p/1", "Googlebot", 2],
    ];
    const content = { entries, visits, left: 0 };
    const root = rootOf(LEDGER_DOMAIN, { day, previous, ...content });
    const signature = (await signer?.signText(signedDay(LEDGER_DOMAIN, day, previous, root))) ?? null;
    if (!addDay(sql, { day, previous, root, signature, content })) throw new Error("not added");
    previous = root;
  }
  const keys = ((await signer?.publicKeys()) ?? []).map(({ kty, crv, x }) => ({ kty, crv, x }));
  const rows = daysAfter(sql, -1, 1_000).map(({ content, ...day }) => Object.assign(day, content));
  const end = {
    end: true,
    days,
    root: previous,
    exportedAt: now,
    signature: (await signer?.signText(signedEnd(LEDGER_DOMAIN, days, previous, now))) ?? null,
  };
  return [{ ledger: LEDGER_FORM, domain: LEDGER_DOMAIN, keys }, ...rows, end].map((row) => JSON.stringify(row));
}
