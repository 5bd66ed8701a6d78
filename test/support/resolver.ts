import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Resolver {
  /** For `DNS_RESOLVER_URL`. */
  url: string;
  close: () => void;
}

/** A DNS-over-HTTPS resolver that knows the address of example.com, and fails for every other name as if it were down. */
export async function startResolver(): Promise<Resolver> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://resolver");
    const isKnown = searchParams.get("name") === "example.com" && searchParams.get("type") === "A";
    response.writeHead(isKnown ? 200 : 503, { "content-type": "application/dns-json" });
    response.end(isKnown ? JSON.stringify({ Status: 0, Answer: [{ type: 1, data: "192.0.2.1" }] }) : "{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dns-query`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
