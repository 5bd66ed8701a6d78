import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { files } from "./sources.ts";

const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const tools = files("src/mcp/tools")
  .map((file) => /\bname: "(\w+)"/.exec(readFileSync(file, "utf8"))?.[1])
  .filter((name) => name !== undefined);

describe("the files that assistants read", () => {
  it("server.json has the form and the bounds of the registry, and our version", () => {
    const server = read("server.json");
    expect(server.version).toBe(read("package.json").version);
    expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(server.description.length).toBeLessThanOrEqual(100);
    const [remote] = server.remotes;
    expect([remote.type, remote.url]).toEqual(["streamable-http", "https://{host}/mcp"]);
    expect(remote.headers).toMatchObject([{ name: "Authorization", value: "Bearer {key}", isSecret: true }]);
  });

  it(".mcp.json reads the key from the environment", () => {
    const { crawlready } = read(".mcp.json").mcpServers;
    expect(crawlready).toMatchObject({ type: "http", url: expect.stringMatching(/\/mcp$/) });
    expect(crawlready.headers.Authorization).toBe("Bearer ${CRAWLREADY_API_KEY}");
  });

  it.each(["docs/mcp.md", "skills/crawlready/SKILL.md"])("%s names every tool, and no other", (file) => {
    expect(tools.length).toBeGreaterThan(10);
    const text = readFileSync(file, "utf8");
    const named = new Set(text.match(/(?<=`)[a-z]+(?:_[a-z]+)+(?=`)/g));
    expect(tools.filter((name) => !named.has(name))).toEqual([]);
    const codes = new Set(["too_thin", "rate_limited", "invalid_cursor"]);
    expect([...named].filter((name) => !tools.includes(name) && !codes.has(name))).toEqual([]);
  });

  it("the skill has the frontmatter that readers of skills want", () => {
    const [, head] = readFileSync("skills/crawlready/SKILL.md", "utf8").split("---\n");
    const fields = Object.fromEntries(
      head!
        .trim()
        .split("\n")
        .map((line) => line.split(/: (.*)/s)),
    );
    expect(fields["name"]).toBe("crawlready");
    expect(fields["description"].length).toBeLessThanOrEqual(1024);
  });
});
