import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, freePort, seedAccount, startService, until, type Service } from "../support/service.ts";
import { startSite, type SiteServer } from "../support/site-server.ts";

const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

const withoutNginx = spawnSync("nginx", ["-v"]).error !== undefined;

describe.skipIf(withoutNginx)("behind nginx with the documented configuration", () => {
  let service: Service;
  let site: SiteServer;
  let nginx: ChildProcess;
  let folder: string;
  let port: number;
  beforeAll(async () => {
    service = await startService();
    site = await startSite();
    port = await freePort();
    const auth = await seedAccount(service.base, { domain: `127.0.0.1:${port}`, origin: site.origin });
    folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-nginx-"));
    const documented = /```nginx\n([\s\S]*?)```/.exec(readFileSync("docs/connect.md", "utf8"))![1]!;
    const server = documented
      .replace("crawlready.example:443", new URL(service.base).host)
      .replace("https://crawlready/", "http://crawlready/")
      .replaceAll("crawlready.example", new URL(service.base).host)
      .replace("crk_YOUR_KEY", auth["x-service-api-key"]!)
      .replaceAll("http://127.0.0.1:3000", site.origin)
      .replace("listen 80;", `listen 127.0.0.1:${port};`)
      .replaceAll("$scheme://www.shop.example", `http://127.0.0.1:${port}`)
      .replace("server_name www.shop.example;", "")
      .replaceAll("www.shop.example", `127.0.0.1:${port}`);
    const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    writeFileSync(
      path.join(folder, "nginx.conf"),
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${temp.join(" ")}\n${server}\n}`,
    );
    nginx = spawn("nginx", ["-p", folder, "-c", path.join(folder, "nginx.conf")], { stdio: "ignore" });
    await until(() => ask(`http://127.0.0.1:${port}`, "GET", "/").catch(() => null), 10_000);
  });
  afterAll(async () => {
    nginx.kill("SIGTERM");
    await service.dispose();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("gives crawlers snapshots, people and files the origin, and crawlers the origin while the service is down", async () => {
    const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
    const page = `<body><div id="r"></div><script>document.getElementById("r").innerHTML = "<p>${words}</p>" + "made by " + "script"</script></body>`;
    site.routes = { "/p": { body: page }, "/style.css": { headers: { "content-type": "text/css" }, body: "p{}" } };
    const get = (where: string, agent: string) =>
      ask(`http://127.0.0.1:${port}`, "GET", where, { headers: { "user-agent": agent, host: `127.0.0.1:${port}` } });
    const crawler = await get("/p", BOT);
    expect([crawler.headers.get("x-crawlready-cache"), crawler.body.includes("made by script")]).toEqual([
      "miss",
      true,
    ]);
    expect((await get("/p?utm_source=x", BOT)).headers.get("x-crawlready-cache")).toBe("hit");
    expect((await get("/p", PERSON)).body).toBe(page);
    expect((await get("/style.css", BOT)).body).toBe("p{}");
    await service.stop();
    try {
      expect((await get("/p", BOT)).body).toBe(page);
    } finally {
      await service.restart();
    }
  });
});
