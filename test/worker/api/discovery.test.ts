import { describe, expect, it } from "vitest";
import { DISCOVERY_PATHS, type DiscoveryFile } from "../../../src/audit/model/site/site-facts";
import { judgeDiscovery } from "../../../src/audit/model/site/agent-discovery";
import { sha256Hex } from "../../../src/lib/crypto/hash";
import { call, callRaw } from "../support/api.ts";

describe("/.well-known", () => {
  it.each(Object.entries(DISCOVERY_PATHS))("has what our own audits look for: %s", async (name, path) => {
    const response = await callRaw(path, { accept: "*/*" });
    const { status, headers } = response;
    const probe = {
      url: "",
      status,
      location: null,
      contentType: headers.get("content-type"),
      text: await response.text(),
    };
    expect(judgeDiscovery(name as DiscoveryFile, probe, true)).toEqual({ state: "ok", status: 200, reason: null });
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  it("leads only to what is there, except for pages of people", async () => {
    const catalog = JSON.parse(await (await callRaw("/.well-known/api-catalog", {})).text());
    const links = catalog.linkset.flatMap(({ anchor: _anchor, ...relations }: Record<string, unknown>) =>
      Object.values(relations).flat(),
    );
    expect(links.length).toBeGreaterThan(5);
    for (const { href, type } of links) {
      const response = await callRaw(new URL(href).pathname, { accept: type });
      expect([href, response.status]).toEqual([href, 200]);
      await response.text();
    }
  });

  it("serves the skill that its index names", async () => {
    const { body } = await call("GET", "/.well-known/agent-skills/index.json");
    const [skill] = body.skills;
    expect(skill).toMatchObject({ name: "crawlready", type: "skill-md" });
    const response = await callRaw(new URL(skill.url).pathname, {});
    expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(`sha256:${await sha256Hex(await response.text())}`).toBe(skill.digest);
  });

  it("says where the server for assistants is", async () => {
    const { body } = await call("GET", "/.well-known/mcp/server-card.json");
    expect(body.remotes).toEqual([{ type: "streamable-http", url: "http://api.test/mcp" }]);
  });
});
