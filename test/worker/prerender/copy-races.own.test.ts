import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { deleteSnapshots, forgetSnapshots } from "../../../src/prerender";
import { readServedBody } from "../../../src/prerender/cache/read-served-body";
import { siteOf } from "../../../src/prerender/cache/site";
import { gunzip } from "../../../src/prerender/cache/snapshot-bucket";
import { renderPage } from "../../../src/prerender/render/render-page";
import type { SnapshotEntry } from "../../../src/prerender/core/snapshot";
import { domainOfHost } from "../../../src/prerender/serve/host-lookup";
import { env, newAccount, newSite } from "../support/api.ts";
import { indexOf } from "../support/cache.ts";
import { forgetBodies, renderedPage } from "../support/isolates.ts";
import { seeded } from "../../support/seeded.ts";

const PATHS = ["/a", "/b", "/c", "/d"];
const STEPS = 400;
const WORKERS = 6;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("copies in KV, beside invalidations, purges, renders and the collector", () => {
  it.each(env.TEST_LONG === "1" ? [1, 2, 3] : [1])(
    "never outlive their bodies, and no reader gets what was invalidated (seed %i)",
    async (seed) => {
      const random = seeded(seed);
      const { host } = await newSite({ "*": { body: "origin" } });
      await newAccount("pro", [host]);
      const site = siteOf((await domainOfHost(env, host, Date.now()))!);
      const index = await indexOf(host);
      /** Bodies that were written to either store, and how many copies were. */
      const written = new Set<string>();
      const seen = { copies: 0, fromCopy: 0, reads: 0, same: 0, deaths: 0 };
      /** Work of isolates that may still write. The collector waits an hour for it; here it waits until it has ended. */
      const now: { open: number; later: Promise<void> | null } = { open: 0, later: null };
      const during = async <T>(work: () => Promise<T>): Promise<T> => {
        now.open++;
        return work().finally(() => now.open--);
      };
      /** An isolate that dies does nothing more. */
      const dies = async () => {
        await pause(random() * 10);
        if (random() >= 0.1) return;
        seen.deaths++;
        throw new Error("killed");
      };
      const KV = {
        get: async (...asked: Parameters<typeof env.KV.get>) => {
          const copy = await env.KV.get(...asked);
          if (copy) seen.fromCopy++;
          return copy;
        },
        put: async (key: string, body: ArrayBuffer) => {
          await dies();
          written.add(key.replace("snap:", ""));
          seen.copies++;
          await env.KV.put(key, body);
          await dies();
        },
      };
      const SNAPSHOTS = {
        get: (key: string) => env.SNAPSHOTS.get(key),
        put: async (key: string, body: ArrayBuffer) => {
          written.add(key.replace("snapshots/", ""));
          await env.SNAPSHOTS.put(key, body);
          await pause(random() * 10);
        },
      };
      const content = { version: 0 };
      const promised = new Map(PATHS.map((path) => [path, 0]));
      const render = async () => {
        await pause(random() * 10);
        return { ok: true, page: renderedPage(`version ${content.version} ${"word ".repeat(40)}`) };
      };
      const bindings = { ...env, KV, SNAPSHOTS, RENDER_POOL: { getByName: () => ({ render }) } } as never;
      const broken: string[] = [];

      async function read(path: string): Promise<void> {
        const least = promised.get(path)!;
        const hit = await index.hit(path, 24, Date.now(), null);
        if (!hit) return renderAgain(path);
        await forgetBodies();
        const defer = (work: Promise<unknown>) => void during(() => work);
        const body = await readServedBody(
          bindings,
          { domainId: site.domainId, key: path },
          hit.entry as SnapshotEntry,
          defer,
        );
        if (!body) return broken.push(`${path}: the body of a current entry is lost`) as never;
        seen.reads++;
        const version = Number(/version (\d+)/.exec(await gunzip(body))![1]);
        if (version < least) broken.push(`${path}: version ${version} after ${least} was promised`);
      }

      async function renderAgain(path: string): Promise<void> {
        const before = await index.lookup(path, Date.now());
        const options = { priority: "background", budgeted: false, replace: true } as const;
        const outcome = await renderPage(bindings, site, path, options);
        if (outcome.kind === "stored" && outcome.entry.snap === before?.snap) seen.same++;
      }

      async function invalidate(): Promise<void> {
        const version = random() < 0.5 ? ++content.version : content.version;
        const all = random();
        const paths = all < 0.3 ? PATHS : PATHS.filter(() => random() < 0.4);
        if (all < 0.15) await deleteSnapshots(env, site.domainId, Date.now());
        else await index.invalidate(all < 0.3 ? null : paths, Date.now());
        for (const path of paths) promised.set(path, Math.max(promised.get(path)!, version));
      }

      async function collect(): Promise<void> {
        while (now.open > 0) await pause(1);
        await runInDurableObject(index, (_, { storage: { sql, kv } }) => {
          sql.exec("UPDATE garbage SET since = since - 7200000");
          const blocks = sql.exec<{ id: number; block: string }>("SELECT id, block FROM render_log").toArray();
          for (const { id, block } of blocks) {
            const aged = block.replaceAll(/"since":(\d+)/g, (_whole, since) => `"since":${Number(since) - 7_200_000}`);
            sql.exec(
              "UPDATE render_log SET block = ?2, left_since = max(0, left_since - 7200000) WHERE id = ?1",
              id,
              aged,
            );
          }
          kv.delete("prunedAt");
        });
        await runInDurableObject(index, (instance) => instance.alarm());
      }

      let step = 0;
      async function worker(): Promise<void> {
        while (step++ < STEPS) {
          while (now.later) await now.later;
          const what = random();
          const path = PATHS[Math.floor(random() * PATHS.length)]!;
          if (what < 0.7) await during(() => read(path));
          else if (what < 0.85) await during(() => renderAgain(path));
          else if (what < 0.95) await during(invalidate);
          else if (!now.later) {
            // Nothing else begins while the collector runs two hours later.
            now.later = collect();
            await now.later;
            now.later = null;
          }
          await pause(random() * 5);
        }
      }
      await Promise.all(Array.from({ length: WORKERS }, worker));
      while (now.open > 0) await pause(1);
      expect(broken).toEqual([]);
      expect(seen.copies).toBeGreaterThan(3);
      expect(seen.fromCopy).toBeGreaterThan(3);
      expect(seen.same).toBeGreaterThan(3);
      expect(seen.deaths).toBeGreaterThan(0);
      const current = new Set<string>();
      for (const path of PATHS) {
        const entry = await index.lookup(path, Date.now());
        if (entry) current.add(entry.snap);
      }
      for (let i = 0; i < 3; i++) await collect();
      const isThere = async (snap: string) => [
        (await env.SNAPSHOTS.head(`snapshots/${snap}`)) !== null,
        (await env.KV.get(`snap:${snap}`)) !== null,
      ];
      for (const snap of written) {
        const [body, copy] = await isThere(snap);
        expect(body, "the collector deletes what nothing refers to, and nothing else").toBe(current.has(snap));
        if (!current.has(snap)) expect(copy).toBe(false);
      }
      await forgetSnapshots(env, site.domainId, Date.now());
      for (let i = 0; i < 3; i++) await collect();
      for (const snap of written) expect(await isThere(snap), "after the purge").toEqual([false, false]);
      console.log(`seed ${seed}:`, JSON.stringify(seen), written.size, "bodies");
    },
    120_000,
  );
});
