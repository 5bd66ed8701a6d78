import { Validator } from "@seriousme/openapi-schema-validator";
import { spawn } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_AUDITS } from "../../scripts/dev/demo-history.ts";
import { untilRecalled } from "../support/demo-pages.ts";
import {
  ask,
  emptyState,
  freePort,
  groupMembers,
  startService,
  until,
  untilEnded,
  type Service,
} from "../support/service.ts";

/** The commands in the start message, with continued lines joined. */
function offeredCommands(output: string): string[] {
  return output
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("curl "));
}

function paste(command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const shell = spawn("sh", ["-c", command]);
    let text = "";
    shell.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    shell.on("close", (code) => (code === 0 ? resolve(text) : reject(new Error(`${command}: ${code}`))));
  });
}

/** Runs `npm start`, which must fail, and returns its error output. */
async function startInVain(env: Record<string, string>): Promise<string> {
  const child = spawn("npm", ["start", "--loglevel=error"], { env: { ...process.env, ...env } });
  let text = "";
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  expect(await new Promise((resolve) => child.on("close", resolve))).not.toBe(0);
  return text;
}

describe("a newcomer", () => {
  let service: Service;
  beforeAll(async () => {
    // As a newcomer has it: nothing is built yet.
    service = await startService({ DEMO: "1", BUILT_WORKER: "" }, { stateDir: emptyState() });
    await untilRecalled(service.stateDir);
    // Making the demo's weeks takes a minute and a half on an idle machine.
  }, 400_000);
  afterAll(() => service?.dispose());

  it("sees commands that work when pasted", async () => {
    const [start, list, crawler, invalidate] = offeredCommands(service.output());
    const key = /x-service-api-key: (crk_\w+)/.exec(start!)![1]!;
    const demo = JSON.parse(await paste(list!)) as { runs: Array<{ id: string; status: string }> };
    expect(demo.runs).toHaveLength(DEMO_AUDITS);
    await untilEnded(service.base, { "x-service-api-key": key }, demo.runs[0]!.id);
    const { runId } = JSON.parse(await paste(start!)) as { runId: string };
    const detail = await untilEnded(service.base, { "x-service-api-key": key }, runId);
    expect(detail.run).toMatchObject({ status: "success", pagesCrawled: 27 });
    const first = await paste(crawler!);
    expect(first).toMatch(/^HTTP\/1.1 200/);
    expect(first).toContain("<h1>Repairs</h1>");
    expect(first).toContain("x-crawlready-cache: hit");
    expect(JSON.parse(await paste(invalidate!))).toEqual({ ok: true, deleted: 1, prewarmed: 0 });
    expect(await paste(crawler!)).toContain("x-crawlready-cache: miss");
  });

  it("is signed in to the demo's dashboard once by the address in the message", async () => {
    const door = /^Dashboard +(http:\S+)$/m.exec(service.output())![1]!;
    const enter = () => fetch(door, { redirect: "manual" });
    const [first, second] = [await enter(), await enter()];
    expect([first.status, first.headers.get("location")]).toEqual([303, `${service.base}/app`]);
    const cookie = first.headers.getSetCookie().map((each) => each.split(";")[0]!);
    const app = await fetch(`${service.base}/app`, { headers: { cookie: cookie.join("; ") } });
    // An account with one domain opens at it.
    expect(app.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/app\/site\/127\.0\.0\.1:\d+$/);
    expect(await app.text()).toContain("Sign out");
    expect(second.headers.getSetCookie()).toEqual([]);
  });

  it("describes itself in valid OpenAPI 3.1", async () => {
    const document = (await (await fetch(`${service.base}/openapi.json`)).json()) as Record<string, unknown>;
    const validator = new Validator();
    expect(await validator.validate(document)).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  it("finds crawler visits in the counts", async () => {
    const visits = offeredCommands(service.output()).at(-1)!;
    const today = await until(async () => {
      const { daily } = JSON.parse(await paste(visits)) as {
        daily: Array<{ total: number; providers: Array<{ provider: string }> }>;
      };
      return daily[0]!.total >= 16 && daily[0]!;
    }, 20_000);
    expect(today.providers.map((each) => each.provider).sort()).toEqual([
      "google",
      "microsoft",
      "openai",
      "perplexity",
    ]);
  });

  it("finds everything after a restart, and nothing still running after SIGTERM", async () => {
    const group = service.child.pid!;
    const [, , crawler] = offeredCommands(service.output());
    const key = /crk_\w+/.exec(service.output())![0];
    await service.stop();
    expect(groupMembers(group)).toEqual([]);
    await service.restart();
    expect(service.output()).toContain(key);
    const { body } = await ask(service.base, "GET", "/api/seo-spider/runs", { headers: { "x-service-api-key": key } });
    expect(body.runs).toHaveLength(DEMO_AUDITS + 1);
    expect(await paste(crawler!), "the snapshot").toContain("x-crawlready-cache: hit");
  });

  it("gets a clear message when the port or the state is in use, or the state can't be stored", async () => {
    const second = path.join(service.stateDir, "second");
    expect(await startInVain({ PORT: String(service.port), STATE_DIR: second })).toContain(
      `Port ${service.port} is in use`,
    );
    expect(await startInVain({ PORT: String(await freePort()), STATE_DIR: service.stateDir })).toContain(
      `Another service uses the state in ${service.stateDir}: process `,
    );
    const file = path.join(service.stateDir, "demo.json");
    expect(await startInVain({ PORT: String(await freePort()), STATE_DIR: path.join(file, "state") })).toMatch(
      /^\s*The state can't be stored in \S+\/demo\.json\/state \(Error: ENOTDIR.*Choose another folder.*\s*$/,
    );
  });
});

describe("without a browser", () => {
  it("explains how to install one, and everything else works", async () => {
    const service = await startService({ CHROME_PATH: "/nowhere/chrome", DEMO: "1" });
    try {
      expect(service.output()).toContain("/nowhere/chrome is not an executable program");
      expect(service.output()).toContain("apt-get install chromium");
      const [start, , crawler] = offeredCommands(service.output());
      const key = /crk_\w+/.exec(start!)![0];
      const { runId } = JSON.parse(await paste(start!)) as { runId: string };
      expect((await untilEnded(service.base, { "x-service-api-key": key }, runId)).run.status).toBe("success");
      expect(await paste(crawler!)).toContain("x-crawlready-cache: bypass");
    } finally {
      await service.dispose();
    }
  });
});
