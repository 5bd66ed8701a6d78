import { randomBytes } from "node:crypto";
import http from "node:http";

export interface DemoDoor {
  /** Signs the reader in, once, and redirects to the dashboard. */
  url: string;
  /** Redirects anybody to what the demo shows to everybody. */
  publicUrl: string;
  /** Opens the door to the demo account. `shown`: the address of what everybody may see. */
  open: (credentials: Credentials, shown: string) => void;
  close: () => void;
}

interface Credentials {
  email: string;
  password: string;
}

/**
 * Opens the demo account in the reader's browser. Cookies don't distinguish ports, so a server of this process, on the loopback
 * address, can sign in with the password that it knows and pass the session's cookie on. The Worker has no part in this: a
 * deployment has no such door. The path holds a random ticket, which works once. It stands before the Worker starts, whose page
 * at `/` links to it.
 */
export async function buildDemoDoor(base: string): Promise<DemoDoor> {
  let opened: { credentials: Credentials; shown: string } | null = null;
  let ticket: string | null = randomBytes(24).toString("base64url");
  const { hostname } = new URL(base);
  const server = http.createServer((request, response) => {
    const { port } = server.address() as { port: number };
    // Another name may be a site's that resolves to this machine.
    if (request.headers.host !== `${hostname}:${port}`) return void response.writeHead(421).end();
    if (request.method !== "GET" || !request.url?.startsWith("/")) return void response.writeHead(404).end();
    if (!opened || request.url === "/") return void response.writeHead(303, { location: opened?.shown ?? base }).end();
    const isOurs = ticket !== null && request.url === `/${ticket}`;
    if (isOurs) ticket = null;
    const cookies = isOurs ? signIn(base, opened.credentials, request.headers["user-agent"]) : Promise.resolve([]);
    cookies.then(
      (headers) =>
        response.writeHead(303, { location: `${base}/app`, "set-cookie": headers, "cache-control": "no-store" }).end(),
      () => response.writeHead(303, { location: `${base}/app/sign-in` }).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as { port: number };
  return {
    url: `http://${hostname}:${port}/${ticket}`,
    publicUrl: `http://${hostname}:${port}/`,
    open: (credentials, shown) => (opened = { credentials, shown }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Signs in with a password. Returns the session's `set-cookie` headers. @throws Error if the service refuses. */
export async function signIn(base: string, json: Credentials, userAgent = "demo"): Promise<string[]> {
  const response = await fetch(`${base}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": userAgent },
    body: JSON.stringify(json),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`The sign-in answered ${response.status}.`);
  return response.headers.getSetCookie();
}
