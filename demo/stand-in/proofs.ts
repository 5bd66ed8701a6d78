import http from "node:http";
import type { AddressInfo } from "node:net";

/** An address of each crawler of the demo's history, by the list that its operator publishes. */
export const DEMO_ADDRESSES = {
  "google-common": "66.249.66.1",
  "openai-gptbot": "20.171.206.10",
  bing: "157.55.39.1",
  anthropic: "216.73.216.10",
} as const;

/**
 * Stands in for the lists of addresses that crawlers' operators publish, so that the demo can verify visits without the internet.
 * They say that they are samples, so that no other address counts as disproved.
 */
export async function startProofs(): Promise<{ url: string; close: () => void }> {
  const server = http.createServer((request, response) => {
    const list = /^\/ranges\/([\w-]+)$/.exec(request.url ?? "")?.[1] ?? "";
    const address = Object.entries(DEMO_ADDRESSES).find(([name]) => name === list)?.[1];
    // A list without an address of the demo has one that nobody uses, because an empty list counts as broken.
    const prefix = list === "" ? null : `${address ?? "198.51.100.1"}/32`;
    response.writeHead(prefix ? 200 : 404, { "content-type": "application/json" });
    response.end(prefix ? JSON.stringify({ sample: true, prefixes: [{ ipv4Prefix: prefix }] }) : "{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
