import http from "node:http";
import { gunzipSync } from "node:zlib";
import type { Gateway } from "./gateway.ts";
import type { SinglePageSite } from "./site.ts";

/** An integration that runs, with all around it. */
export interface Running {
  /** Where the integration listens. */
  base: string;
  gateway: Gateway;
  site: SinglePageSite;
  /** Visits of the domain that the service has counted. */
  visits: () => Promise<number>;
  /** How long the integration waits for the service. */
  limitMs: number;
  /** Nothing tells the integration who asks but a header of what is in front of it. */
  trustsForwarded: boolean;
  /** Statuses of the service that it can't replace by the site's response. */
  passesOn: readonly number[];
}

export const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
export const PERSON =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
/** A phone. */
export const CUBOT =
  "Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.93 Mobile Safari/537.36";
/** Our renderer. */
export const RENDERER = "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36 CrawlreadyRender/1.0";
export const ACCEPT = "text/html,application/xhtml+xml,*/*;q=0.8";
export interface Reply {
  status: number;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

/** One request, as it is: without redirects, decompression or a URL's canonical form. */
export function send(base: string, method: string, path: string, headers: Record<string, string>, body?: string) {
  return new Promise<Reply>((resolve, reject) => {
    const options = { method, path, headers: { accept: ACCEPT, ...headers }, agent: false, timeout: 60_000 };
    const request = http.request(base, options, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(parts);
        const isPacked = response.headers["content-encoding"] === "gzip" && bytes.length > 0;
        try {
          const text = (isPacked ? gunzipSync(bytes) : bytes).toString();
          resolve({ status: response.statusCode!, headers: response.headers, bytes, text });
        } catch {
          reject(new Error("the body is not gzip, as its header says"));
        }
      });
    });
    request.on("timeout", () => request.destroy(new Error("no response within a minute")));
    request.on("error", reject);
    request.end(body);
  });
}

export const asCrawler = ({ base }: Running, path: string, headers: Record<string, string> = {}, method = "GET") =>
  send(base, method, path, { "user-agent": GOOGLEBOT, ...headers });
export const asPerson = ({ base }: Running, path: string, headers: Record<string, string> = {}) =>
  send(base, "GET", path, { "user-agent": PERSON, ...headers });
