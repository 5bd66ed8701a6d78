import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DoctorFinding } from "../../../src/doctor/core/judge-checkup.ts";
import { ADMIN_TOKEN, ask, freePort } from "../../support/service.ts";
import { base } from "../../support/shared-service.ts";

const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };

/** Runs `crawlready doctor` as an operator does. */
async function doctor(service: string, { token = ADMIN_TOKEN, options = [] as string[] } = {}) {
  const args = ["cli/crawlready.mjs", "doctor", service, ...options];
  const child = spawn(process.execPath, args, { env: { ...process.env, ADMIN_TOKEN: token } });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, ...output };
}

const verdicts = (findings: DoctorFinding[], part: string) =>
  findings.filter((each) => each.part === part).map(({ name, verdict }) => `${name} ${verdict}`);

describe("crawlready doctor", { timeout: 300_000 }, () => {
  it("finds that every part of a running service works, and leaves nothing", async () => {
    const { code, stdout, stderr } = await doctor(base, { options: ["--json"] });
    expect(code, stdout + stderr).toBe(0);
    const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: DoctorFinding[] };
    expect(ok).toBe(true);
    expect(verdicts(findings, "object")).toHaveLength(9);
    expect(verdicts(findings, "alarm")).toHaveLength(9);
    expect(verdicts(findings, "queue")).toHaveLength(12);
    for (const part of [
      "database",
      "schema",
      "kv",
      "bucket",
      "object",
      "alarm",
      "queue",
      "browser",
      "resolver",
      "clock",
    ])
      expect(
        verdicts(findings, part).filter((each) => !each.endsWith(" ok")),
        part,
      ).toEqual([]);
    expect(findings.find(({ part }) => part === "browser")?.seen).toMatch(/^\d+ characters of http/);
    expect(verdicts(findings, "mail")).toEqual(["mail note"]);
    expect(stdout).not.toContain(ADMIN_TOKEN);
    expect((await ask(base, "GET", "/api/admin/doctor", { headers: operator })).status).toBe(404);
    const { body } = await ask(base, "GET", "/api/admin/dead-letters", { headers: operator });
    expect(JSON.stringify(body)).not.toContain("doctor");
  });

  it("refuses to start beside another checkup, and does not end it", async () => {
    const started = await ask(base, "POST", "/api/admin/doctor", { headers: operator, json: {} });
    expect(started.status).toBe(200);
    const { code, stdout } = await doctor(base);
    expect(code).toBe(1);
    expect(stdout).toContain("Cause:  Another checkup is under way.");
    const { body } = await ask(base, "GET", "/api/admin/doctor", { headers: operator });
    expect(body.id).toBe(started.body.id);
    expect((await ask(base, "DELETE", "/api/admin/doctor", { headers: operator })).status).toBe(204);
  });

  it("says what is wrong with a token, and does not repeat it", async () => {
    const { code, stdout } = await doctor(base, { token: "another-operators-token" });
    expect(code).toBe(1);
    expect(stdout).toContain("Cause:  The service does not take this operator's token, or has none.");
    expect(stdout).toContain("npx wrangler secret put ADMIN_TOKEN");
    expect(stdout).not.toContain("another-operators-token");
  });

  it("says that nothing answers, after its patience", async () => {
    const { code, stdout } = await doctor(`http://127.0.0.1:${await freePort()}`, { options: ["--patience", "2"] });
    expect(code).toBe(1);
    expect(stdout).toContain("ECONNREFUSED");
    expect(stdout).toContain("Cause:  Nothing answers at this address.");
  });

  describe("of an address where something else answers", () => {
    const other = createServer((request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end(`<title>Sign in</title> ${request.headers.authorization}`);
    });
    beforeAll(() => new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve)));
    afterAll(() => void other.close());

    it("says so, and prints nothing of it", async () => {
      const { code, stdout } = await doctor(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
      expect(code).toBe(1);
      expect(stdout).toContain("HTTP 200, text/html");
      expect(stdout).toContain("returned something else than JSON");
      expect(stdout).not.toMatch(/Sign in|Bearer/);
    });
  });
});
