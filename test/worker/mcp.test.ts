import { exports } from "cloudflare:workers";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { audit, call, html, newAccount, newSite } from "./support/api.ts";

const MCP = "http://api.test/mcp";

/** A session of the official client. Its requests go through the Worker as those from outside do. */
async function connect(key: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(MCP), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: (input, init) => exports.default.fetch(new Request(input, init)),
  });
  await client.connect(transport);
  return client;
}

describe("x", () => {
  it("lists", async () => {
    const site = await newSite({ "/": { body: html() } });
    const account = await newAccount("pro", [site.host]);
    const run = await audit(account, site);
    const client = await connect(account.key);
    const { tools } = await client.listTools();
    console.log(tools.length, JSON.stringify(tools).length, client.getNegotiatedProtocolVersion?.());
    for (const [name, args] of [["list_domains", {}], ["what_to_fix", { domain: site.host }], ["inspect_url", { url: site.origin + "/" }], ["who_crawls", { domain: site.host }], ["ai_visibility", { domain: site.host }], ["verify_crawler", { userAgent: "GPTBot/1.0", ip: "1.2.3.4" }]] as const) {
      const result = await client.callTool({ name, arguments: args });
      console.log(name, JSON.stringify(result).length, JSON.stringify(result).slice(0, 900));
    }
  });
});
