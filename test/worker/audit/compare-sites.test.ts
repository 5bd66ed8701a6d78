import { describe, expect, it } from "vitest";
import { audit, call, html, newAccount, newSite } from "../support/api.ts";

const text = (words: string) => `<p>${`${words} `.repeat(60)}</p>`;

describe("two sites of an account", () => {
  it("are compared page by page, in parts, and by what differs", async () => {
    const [live, staging] = await Promise.all([newSite(), newSite()]);
    const links = `<a href="/a">a page</a> <a href="/b">b page</a> <a href="/c">c page</a>`;
    await live.set({
      "/": { body: html({ body: links }) },
      "/a": { body: html({ title: "The first page of all", body: text("one two") }) },
      "/b": { body: html({ title: "The second page of all", body: text("three four") }) },
      "/c": { status: 404 },
    });
    await staging.set({
      "/": { body: html({ body: `${links} <a href="/new">new page</a>` }) },
      "/a": { body: html({ title: "Another first page of all", body: text("one two") }) },
      "/b": { body: html({ title: "The second page of all", body: text("five six") }) },
      "/c": { body: html({ title: "The third page of all" }) },
      "/new": { body: html({ title: "The fourth page of all" }) },
    });
    const account = await newAccount("pro", [live.host, staging.host]);
    const [{ run: own }, { run: other }] = [await audit(account, staging), await audit(account, live)];
    const read = async (query = "") =>
      (
        await call("GET", `/api/seo-spider/runs/${own.id}/compare/${other.id}/pages${query}`, {
          headers: account.auth,
        })
      ).body;
    const whole = await read();
    const kinds = Object.fromEntries(whole.pages.map(({ path, differs }: any) => [path, differs]));
    expect(kinds["/a"]).toContain("title");
    expect(kinds["/a"]).not.toContain("text");
    expect(kinds["/b"]).toContain("text");
    expect(kinds["/c"]).toEqual(expect.arrayContaining(["status", "indexable"]));
    expect(kinds["/new"]).toEqual(["missing"]);
    expect([whole.run.domain, whole.other.domain, whole.sharedPages, whole.onlyInRun]).toEqual([
      staging.host,
      live.host,
      4,
      1,
    ]);
    expect((await read("?differs=title")).pages.map(({ path }: any) => path)).toContain("/a");
    const first = await read("?limit=1");
    const second = await read(`?limit=1000&cursor=${first.nextCursor}`);
    expect([...first.pages, ...second.pages]).toEqual(whole.pages);
    expect(second.nextCursor).toBeNull();
    const stranger = await newAccount("pro", []);
    const path = `/api/seo-spider/runs/${own.id}/compare/${other.id}/pages`;
    expect((await call("GET", path, { headers: stranger.auth })).body.error).toBe("run_not_found");
  });
});
