import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { refuseLocalOptions } from "../../../cli/commands/audit.ts";
import { ProgressLine } from "../../../cli/progress.ts";
import { readText } from "../../../cli/read-text.ts";
import { parseHeaders, remoteService, siteHeaders } from "../../../cli/settings.ts";
import { isPrivateSite, openTarget, urlOf } from "../../../cli/target.ts";

describe("a URL as people type it", () => {
  it.each([
    ["example.com", "https://example.com/"],
    ["example.com/a?b#c", "https://example.com/a?b"],
    ["localhost:3000/x", "http://localhost:3000/x"],
    ["127.0.0.1", "http://127.0.0.1/"],
    ["HTTP://Example.com", "http://example.com/"],
  ])("%s is %s", (text, url) => expect(urlOf(text).href).toBe(url));

  it.each(["dist", "", "ftp://a.example/", "file:///etc/passwd", "javascript:alert(1)", "https://"])(
    "%j is none",
    (text) => expect(() => urlOf(text)).toThrow("is neither an http or https URL nor a folder"),
  );

  it("must not carry a password", () => expect(() => urlOf("https://a:b@c.example/")).toThrow("--header-file"));

  it("is of one site, and can be published elsewhere", async () => {
    await expect(openTarget(["https://a.example/", "https://b.example/"], null)).rejects.toThrow("on one site");
    expect(await openTarget(["http://localhost:3000/a?b"], "www.example.com")).toEqual({
      urls: ["https://www.example.com/a?b"],
      domain: "www.example.com",
      origin: "http://localhost:3000",
      folder: null,
    });
  });
});

describe("a site on this machine or its network", () => {
  const via = (origin: string) => ({ domain: "www.example.com", origin });
  it.each([
    [{ domain: "www.example.com", origin: null }, false],
    [{ domain: "www.example.com:8443", origin: null }, true],
    [{ domain: "127.0.0.1:9000", origin: null }, true],
    [{ domain: "localhost", origin: null }, true],
    [{ domain: "intranet", origin: null }, true],
    [{ domain: "10.1.2.3", origin: null }, true],
    [via("http://127.0.0.1:4000"), true],
    [via("https://preview.example.com"), false],
  ])("%j: %s", (site, isPrivate) => expect(isPrivateSite(site)).toBe(isPrivate));
});

describe("a deployed service", () => {
  const env = { CRAWLREADY_KEY: "crk_env\n" };
  it("gets its key from the environment or a file", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "crawlready-key-"));
    const keyFile = path.join(folder, "key");
    writeFileSync(keyFile, "crk_file\n");
    const asked: Array<[url: string, key: string | null]> = [];
    const fetch = async (url: string, { headers }: RequestInit) => {
      asked.push([url, new Headers(headers).get("x-service-api-key")]);
      return Response.json({ runs: [] });
    };
    await (await remoteService({ service: "https://service.example/x", keyFile }, {}, { fetch }))!.listAudits();
    await (await remoteService({ service: "http://127.0.0.1:8787" }, env, { fetch }))!.listAudits();
    expect(asked).toEqual([
      ["https://service.example/api/seo-spider/runs", "crk_file"],
      ["http://127.0.0.1:8787/api/seo-spider/runs", "crk_env"],
    ]);
    expect(await remoteService({}, env)).toBeNull();
    rmSync(folder, { recursive: true });
  });

  it("gets it only over https", async () => {
    for (const service of ["http://service.example", "service.example", "http://127.0.0.1.evil.example"])
      await expect(remoteService({ service }, env)).rejects.toThrow("must be an https URL");
  });

  it("is not given options that it would ignore", () => {
    const folder = { host: "127.0.0.1:1", files: {}, close: () => {} };
    const refused =
      (place: Parameters<typeof refuseLocalOptions>[0], render = true) =>
      () =>
        refuseLocalOptions(place, { render });
    expect(refused({ folder, origin: null })).toThrow("folder");
    expect(refused({ folder: null, origin: "http://a.example" })).toThrow("--as");
    expect(refused({ folder: null, origin: null }, false)).toThrow("--no-render");
    expect(refused({ folder: null, origin: null })).not.toThrow();
  });

  it("needs one", async () => {
    const service = "https://a.example";
    await expect(remoteService({ service }, {})).rejects.toThrow("needs an API key");
    await expect(remoteService({ service, keyFile: "/no/such" }, {})).rejects.toThrow("does not exist");
    await expect(remoteService({ service }, { CRAWLREADY_KEY: "a\nb: c" })).rejects.toThrow("invalid characters");
  });
});

describe("headers", () => {
  it("are names and values", () => {
    expect(parseHeaders(["X-Token: a: b ", "cookie:c=d"])).toEqual({ "X-Token": "a: b", cookie: "c=d" });
    expect(parseHeaders([])).toBeNull();
    for (const wrong of ["token", "x y: z", "x:", ": z"]) expect(() => parseHeaders([wrong])).toThrow("Name: value");
    expect(() => parseHeaders(["s3cret-cookie"])).not.toThrow("s3cret");
  });

  it("come from a file or the environment, which other users of the machine can't read", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "crawlready-headers-"));
    const headerFile = path.join(folder, "headers");
    writeFileSync(headerFile, "Cookie: file\r\n\nX-File: 1\n");
    const env = { CRAWLREADY_HEADERS: "Cookie: env\nX-Env: 1" };
    expect(await siteHeaders({ header: ["X-File: 2"], headerFile }, env)).toEqual({
      Cookie: "file",
      "X-Env": "1",
      "X-File": "2",
    });
    expect(await siteHeaders({ header: [] }, {})).toBeNull();
    await expect(siteHeaders({ header: [], headerFile: "/no/such" }, {})).rejects.toThrow("--header-file");
    rmSync(folder, { recursive: true });
  });
});

describe("progress", () => {
  const show = (isTTY: boolean, times: number[]) => {
    let text = "";
    let now = 0;
    const line = new ProgressLine({ isTTY, columns: 30, write: (each) => (text += each) }, () => now);
    for (const [index, time] of times.entries()) {
      now = time;
      line.show(`page ${index}\x1b[2J${"x".repeat(index * 50)}`);
    }
    line.clear();
    return text;
  };

  it("rewrites one line on a terminal, which never wraps", () => {
    expect(show(true, [0, 1])).toBe(`\r\x1b[2Kpage 0\r\x1b[2Kpage 1${"x".repeat(22)}…\r\x1b[2K`);
  });

  it("is a line every few seconds elsewhere", () => {
    expect(
      show(false, [0, 100, 4_999, 5_000])
        .split("\n")
        .map((line) => line.slice(0, 6)),
    ).toEqual(["page 0", "page 3", ""]);
  });
});

describe("action.yml", () => {
  const action = parse(readFileSync("action.yml", "utf8")) as {
    inputs: Record<string, { description: string }>;
    outputs: Record<string, { value: string }>;
    runs: { using: string; steps: Array<{ run?: string; uses?: string; env?: Record<string, string>; shell: string }> };
  };

  it("never puts an input into a script, where its text could run", () => {
    expect(action.runs.using).toBe("composite");
    const scripts = action.runs.steps.filter(({ uses }) => uses === undefined);
    expect(scripts.length).toBeGreaterThan(1);
    for (const { run, shell } of scripts) expect([run!.includes("${{"), shell]).toEqual([false, "bash"]);
  });

  it("passes every input on, and knows its outputs", () => {
    const passed = action.runs.steps.flatMap(({ env }) => Object.values(env ?? {}));
    expect(passed.sort()).toEqual(
      Object.keys(action.inputs)
        .map((name) => `\${{ inputs.${name} }}`)
        .sort(),
    );
    expect(Object.keys(action.outputs)).toEqual(["score", "errors", "new-errors"]);
  });
});

describe("a file", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "crawlready-file-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("that is none is refused", async () => {
    for (const [file, why] of [
      [folder, "is neither a file nor a pipe"],
      ["/dev/zero", "is neither a file nor a pipe"],
      [path.join(folder, "none"), "does not exist"],
    ] as const)
      await expect(readText(file, "run")).rejects.toThrow(`run: ${file} ${why}.`);
  });
});
