import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PrerenderSite } from "../../../src/prerender/cache/site";
import { siteOf } from "../../../src/prerender/cache/site";
import type { SnapshotIndex } from "../../../src/prerender/cache/snapshot-index.do";
import { renderPage } from "../../../src/prerender/render/render-page";
import { domainOfHost } from "../../../src/prerender/serve/host-lookup";
import { call, env, newAccount, newSite } from "../support/api.ts";
import { indexOf } from "../support/cache.ts";
import { renderedPage } from "../support/isolates.ts";

const MINUTE = 60_000;
const OPTIONS = { priority: "background", budgeted: false, replace: true } as const;

let site: PrerenderSite;
let host: string;
let auth: Record<string, string>;
let index: DurableObjectStub<SnapshotIndex>;
let bindings: never;
let renders: number;
let isSlow: boolean;

beforeEach(async () => {
  ({ host } = await newSite({ "*": { body: "origin" } }));
  const account = await newAccount("pro", [host]);
  auth = account.auth;
  site = siteOf((await domainOfHost(env, host, Date.now()))!);
  index = await indexOf(host);
  renders = 0;
  isSlow = true;
  const render = async (_job: unknown, { path, token }: { path: string; token: string }) => {
    renders++;
    expect(await index.hold(path, token, Date.now())).toBe(true);
    const late = { ready: "deadline", still: true, unanswered: `GET http://${host}/api` } as const;
    return { ok: true, page: { ...renderedPage("word ".repeat(100)), ...(isSlow && late) } };
  };
  bindings = { ...env, RENDER_POOL: { getByName: () => ({ render }) } } as never;
});

const kindOf = async (path: string) => (await renderPage(bindings, site, path, OPTIONS)).kind;
const paused = async (path?: string) => {
  const query = new URLSearchParams({ domain: host, ...(path && { path }) });
  const { body } = await call("GET", `/api/prerender/renders?${query.toString()}`, { headers: auth });
  return body.paused as Array<{ path: string; tries: number; retryAt: number; since: number; reason: string }>;
};

describe("a page that never becomes ready", () => {
  it("is not rendered again until its pause is over, and its owner sees why", async () => {
    const before = Date.now();
    expect([await kindOf("/slow"), await kindOf("/slow"), await kindOf("/slow"), renders]).toEqual([
      "failed",
      "paused",
      "paused",
      1,
    ]);
    const [page, ...others] = await paused();
    expect(others).toEqual([]);
    expect(page).toMatchObject({ path: "/slow", screen: "desktop", tries: 1 });
    expect(page!.reason).toBe(`the page's own site did not answer in time: GET http://${host}/api`);
    expect(page!.retryAt - page!.since).toBe(2 * MINUTE);
    expect(page!.since).toBeGreaterThanOrEqual(before);
    expect([await paused("/slow"), await paused("/other")]).toEqual([[page], []]);
  });

  it("waits longer after each further try, and is forgotten when it is stored", async () => {
    await kindOf("/slow");
    const clock = vi.spyOn(Date, "now");
    try {
      clock.mockReturnValue(Date.now() + 3 * MINUTE);
      expect([await kindOf("/slow"), await kindOf("/slow")]).toEqual(["failed", "paused"]);
      const [page] = await index.slowPages("/slow", 1, Date.now());
      expect([page!.tries, page!.retryAt - Date.now()]).toEqual([2, 10 * MINUTE]);
      clock.mockReturnValue(Date.now() + 11 * MINUTE);
      isSlow = false;
      expect(await kindOf("/slow")).toBe("stored");
      expect(await index.slowPages(null, 10, 0)).toEqual([]);
    } finally {
      clock.mockRestore();
    }
  });

  it("is tried at once after an invalidation", async () => {
    await kindOf("/slow");
    await kindOf("/slower");
    await index.invalidate(["/slow"], Date.now());
    isSlow = false;
    expect([await kindOf("/slow"), await kindOf("/slower")]).toEqual(["stored", "paused"]);
  });

  it("has nothing to do with pages that are refused for another reason", async () => {
    isSlow = false;
    const bare = { ...renderedPage("few"), ready: "quiet" as const };
    const render = async (_job: unknown, { path, token }: { path: string; token: string }) => {
      await index.hold(path, token, Date.now());
      return { ok: true, page: bare };
    };
    bindings = { ...env, RENDER_POOL: { getByName: () => ({ render }) } } as never;
    expect([await kindOf("/bare"), await kindOf("/bare")]).toEqual(["failed", "failed"]);
    expect(await paused()).toEqual([]);
  });
});
