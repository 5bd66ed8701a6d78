import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { linkOrigin } from "../../../src/accounts/core/domains/link-origin";
import { knownEmailMail, proofMail, resetMail } from "../../../src/mail/core/mails";
import { mailerOf, type MailEnv } from "../../../src/mail/mailer";
import { sendByHttp } from "../../../src/mail/send-by-http";

interface Received {
  method: string;
  headers: http.IncomingHttpHeaders;
  body: Record<string, unknown>;
}

let server: http.Server | null = null;
afterEach(() => server?.close());

/** A mail API that returns these statuses in turn, and the requests it received. */
async function mailApi(statuses: number[]): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  server = http.createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => (text += chunk));
    request.on("end", () => {
      received.push({ method: request.method!, headers: request.headers, body: JSON.parse(text) });
      response.writeHead(statuses[received.length - 1] ?? 500, { location: "http://127.0.0.1:9/" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/emails`, received };
}

const MAIL = resetMail("ada@example.com", "https://api.example/reset-password?token=t");

describe("the mail API", () => {
  it("receives a mail with the operator's key", async () => {
    const { url, received } = await mailApi([200]);
    await sendByHttp({ url, key: "k", from: "Crawlready <mail@crawlready.example>" }, MAIL);
    expect(received).toMatchObject([
      {
        method: "POST",
        headers: { authorization: "Bearer k", "content-type": "application/json" },
        body: { ...MAIL, to: ["ada@example.com"], from: "Crawlready <mail@crawlready.example>" },
      },
    ]);
  });

  it("is retried when it is busy, with the same idempotency key", async () => {
    const { url, received } = await mailApi([503, 200]);
    await sendByHttp({ url, key: "k", from: "a@b.example" }, MAIL);
    expect(received.length).toBe(2);
    expect(received[0]!.headers["idempotency-key"]).toBe(received[1]!.headers["idempotency-key"]);
  });

  it.each([[[400]], [[302]], [[500, 500, 200]]])("a mail fails if the API returns %j", async (statuses) => {
    const { url } = await mailApi(statuses);
    await expect(sendByHttp({ url, key: "k", from: "a@b.example" }, MAIL)).rejects.toThrow(/returned/);
  });
});

describe("the way mail is sent", () => {
  const env = (values: Partial<MailEnv>): MailEnv => ({ DB: {} as D1Database, ...values });
  const http = { EMAIL_FROM: "a@b.example", EMAIL_API_URL: "https://mail.example", EMAIL_API_KEY: "k" };

  it.each([
    ["nothing set", {}, null],
    ["printed", { EMAIL_PRINT: "true" }, false],
    ["an API", { ...http, API_HOSTS: "api.example" }, true],
    ["an API, printing too", { ...http, API_HOSTS: "api.example", EMAIL_PRINT: "true" }, true],
    ["an API without the hosts that links lead to", http, null],
    ["an API without its key", { EMAIL_FROM: "a@b.example", EMAIL_API_URL: "https://x", API_HOSTS: "a" }, null],
    ["the binding", { EMAIL: {} as SendEmail, EMAIL_FROM: "a@b.example", API_HOSTS: "a" }, true],
    ["the binding without a sender", { EMAIL: {} as SendEmail, API_HOSTS: "a" }, null],
  ])("with %s", (_name, values, reaches) => {
    expect(mailerOf(env(values))?.reaches ?? null).toBe(reaches);
  });

  it("links point to the API's own host, whatever host the request named", () => {
    const hosts = new Set(["api.example", "127.0.0.1:8787"]);
    expect(linkOrigin(hosts, "http://127.0.0.1:8787/x")).toBe("http://127.0.0.1:8787");
    expect(linkOrigin(hosts, "https://evil.example/x")).toBe("https://api.example");
    expect(linkOrigin(new Set(), "https://crawlready.workers.dev/x")).toBe("https://crawlready.workers.dev");
  });

  it("links are https, whatever the request was, unless the host is local", () => {
    const hosts = new Set(["api.example.com", "8.8.8.8:8443", "10.0.0.5:8787", "[::1]:8787"]);
    const origin = (url: string) => linkOrigin(hosts, url);
    expect(origin("http://api.example.com/x")).toBe("https://api.example.com");
    expect(origin("http://8.8.8.8:8443/x")).toMatch(/^https/);
    expect(origin("http://10.0.0.5:8787/x")).toBe("http://10.0.0.5:8787");
    expect(origin("http://[::1]:8787/x")).toBe("http://[::1]:8787");
    expect(origin("https://10.0.0.5:8787/x")).toBe("https://10.0.0.5:8787");
    expect(linkOrigin(new Set(), "http://crawlready.workers.dev/x")).toBe("https://crawlready.workers.dev");
  });
});

describe("a mail", () => {
  it("has the same content in text and HTML, with the link escaped", () => {
    const { text, html } = proofMail("ada@example.com", `https://api.example/verify-email?a=1&b="><script>`);
    expect(text).toContain(`https://api.example/verify-email?a=1&b="><script>`);
    expect(html).toContain(`href="https://api.example/verify-email?a=1&amp;b=&quot;&gt;&lt;script&gt;"`);
    expect(html).not.toContain("<script>");
    for (const sentence of text.split("\n\n").filter((line) => line.startsWith("If"))) expect(html).toContain(sentence);
  });

  it("contains no link if none is given", () => {
    expect(knownEmailMail("ada@example.com").html).not.toContain("href");
  });
});
