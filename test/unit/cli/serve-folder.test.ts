import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFile, serveFolder, type ServedFolder } from "../../../cli/site/serve-folder.ts";

const outer = realpathSync(mkdtempSync(path.join(tmpdir(), "crawlready-folder-")));
const root = path.join(outer, "site");
const write = (name: string, text = name) => {
  mkdirSync(path.dirname(path.join(outer, name)), { recursive: true });
  writeFileSync(path.join(outer, name), text);
};
beforeAll(() => {
  for (const name of [
    "index.html",
    "about.html",
    "docs/index.html",
    "a b/ü.html",
    ".env",
    ".git/config",
    ".well-known/x.txt",
  ])
    write(`site/${name}`);
  write("secret.txt");
  write("site-2/secret.html");
  symlinkSync(path.join(outer, "secret.txt"), path.join(root, "link.txt"));
  symlinkSync(path.join(root, "about.html"), path.join(root, "same.html"));
  symlinkSync(path.join(root, ".env"), path.join(root, "settings.txt"));
  symlinkSync(path.join(root, ".git"), path.join(root, "history"));
  symlinkSync(outer, path.join(root, "up"));
});
afterAll(() => rmSync(outer, { recursive: true, force: true }));

describe("a folder's files", () => {
  it.each([
    ["/", "index.html"],
    ["/index.html", "index.html"],
    ["/about", "about.html"],
    ["/docs/", "docs/index.html"],
    ["/a%20b/%C3%BC", "a b/ü.html"],
    ["/.well-known/x.txt", ".well-known/x.txt"],
    ["/same.html", "same.html"],
  ])("%s is %s", (asked, file) => expect(findFile(root, asked)).toEqual({ file: path.join(root, file), status: 200 }));

  it("are found at a folder's path with a slash", () =>
    expect(findFile(root, "/docs")).toEqual({ redirect: "/docs/" }));

  it.each([
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/docs/..%5c..%5csecret.txt",
    "/..%2f..%2f..%2f..%2fetc/passwd",
    "/../site-2/secret.html",
    "/link.txt",
    "/settings.txt",
    "/history/config",
    "/up/secret.txt",
    "/up/site/.env",
    "/.env",
    "/.git/config",
    "/docs/.well-known/x.txt",
    "/%00index.html",
    "/%zz",
    "/missing",
  ])("%s is not found", (asked) => expect(findFile(root, asked)).toBeNull());
});

describe("the server of a folder", () => {
  let served: ServedFolder;
  beforeAll(async () => {
    served = await serveFolder(root);
  });
  afterAll(() => served.close());
  const ask = (asked: string, method = "GET") => fetch(`http://${served.host}${asked}`, { method, redirect: "manual" });

  it("serves files with their types on loopback, and remembers which page is which file", async () => {
    const page = await ask("/about?x=1");
    expect([page.status, page.headers.get("content-type"), await page.text()]).toEqual([
      200,
      "text/html; charset=utf-8",
      "site/about.html",
    ]);
    expect((await ask("/docs?x=1")).headers.get("location")).toBe("/docs/?x=1");
    expect([(await ask("/nothing")).status, (await ask("/", "POST")).status]).toEqual([404, 405]);
    expect(served.files).toEqual({ "/about": "about.html" });
    expect(served.host).toMatch(/^127\.0\.0\.1:\d+$/);
  });

  it("answers only under its own address, so that no page elsewhere reads the folder by DNS rebinding", async () => {
    const status = (host: string) =>
      new Promise<number>((resolve, reject) => {
        const request = http.get(`http://${served.host}/about`, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode!);
        });
        request.on("error", reject);
      });
    const port = served.host.split(":")[1]!;
    expect(await status(served.host)).toBe(200);
    for (const host of [`rebound.example:${port}`, "rebound.example", `localhost:${port}`, "127.0.0.1", "127.0.0.1:1"])
      expect(await status(host), host).toBe(421);
  });

  it("answers 404 with the folder's own page", async () => {
    writeFileSync(path.join(root, "404.html"), "gone");
    const page = await ask("/nothing");
    expect([page.status, await page.text()]).toEqual([404, "gone"]);
  });
});
