import http from "node:http";
import type { AddressInfo } from "node:net";
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from "@modelcontextprotocol/client";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openBrowser } from "../../support/dashboard-browser.ts";
import { ADMIN_TOKEN, ask } from "../../support/service.ts";
import { base } from "../../support/shared-service.ts";

const PASSWORD = "a long password";
const DOMAINS = ["one.connected.example", "two.connected.example"];

/** What an assistant keeps, and where it waits for its user: a loopback port, like programs on a person's machine. */
class Assistant {
  tokens: any;
  wanted: URL | undefined;
  readonly provider: OAuthClientProvider;
  private registration: any;
  private verifier = "";
  private discovery: any;

  constructor(redirectUrl: string) {
    this.provider = {
      redirectUrl,
      clientMetadata: { client_name: "Test assistant", redirect_uris: [redirectUrl] },
      state: () => "a state",
      clientInformation: () => this.registration,
      saveClientInformation: (registration) => void (this.registration = registration),
      tokens: () => this.tokens,
      invalidateCredentials: () => void (this.tokens = undefined),
      saveTokens: (tokens) => void (this.tokens = tokens),
      redirectToAuthorization: (url) => void (this.wanted = url),
      saveCodeVerifier: (verifier) => void (this.verifier = verifier),
      codeVerifier: () => this.verifier,
      discoveryState: () => this.discovery,
      saveDiscoveryState: (state) => void (this.discovery = state),
    };
  }

  transport = () => new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { authProvider: this.provider });

  async connect(): Promise<Client> {
    const client = new Client({ name: "e2e", version: "1" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(this.transport());
    return client;
  }
}

const call = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
  const result = await client.callTool({ name, arguments: args });
  return JSON.parse((result.content as Array<{ text: string }>)[0]!.text);
};

let browser: Browser;
let page: Page;
let listener: http.Server;
let visits: URL[];
let redirectUrl: string;
let email: string;
beforeAll(async () => {
  browser = await openBrowser();
  listener = http.createServer((request, response) => {
    if (request.url!.startsWith("/done")) visits.push(new URL(request.url!, redirectUrl));
    response.end("You can close this window.");
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  redirectUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/done`;
});
afterAll(async () => {
  await browser?.close();
  listener?.close();
});
beforeEach(async () => {
  visits = [];
  email = `${crypto.randomUUID()}@example.com`;
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const account = await ask(base, "POST", "/api/admin/accounts", {
    headers,
    json: { email, password: PASSWORD, plan: "pro" },
  });
  const prefix = crypto.randomUUID().slice(0, 8);
  for (const domain of DOMAINS)
    await ask(base, "POST", `/api/admin/accounts/${account.body.accountId}/domains`, {
      headers,
      json: { domain: `${prefix}.${domain}`, verified: true },
    });
  page = await (await browser.newContext()).newPage();
});

/** The person follows the assistant's link, signs in if asked, and answers. */
async function decide(wanted: URL, answer: "Allow" | "Don’t allow", choose: () => Promise<void> = async () => {}) {
  await page.goto(wanted.href);
  if (new URL(page.url()).pathname === "/app/sign-in") {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
  }
  await page.getByRole("heading", { name: "Connect an app" }).waitFor();
  await choose();
  await page.getByRole("button", { name: answer, exact: true }).click();
  await page.waitForURL(`${redirectUrl}?**`);
  return visits.at(-1)!.searchParams;
}

it("the official client connects, does what was allowed, asks for more, renews its tokens and is disconnected", async () => {
  const assistant = new Assistant(redirectUrl);
  await expect(assistant.connect()).rejects.toThrow(UnauthorizedError);

  // The page says who asks and where it leads, in the browser's own words as well.
  const said = await decide(assistant.wanted!, "Allow", async () => {
    expect(await page.getByText("Test assistant").count()).toBe(1);
    expect(await page.getByText("a program on this computer").count()).toBe(1);
    await page.getByLabel("Start audits").uncheck();
    await page.getByLabel("Remove pages").uncheck();
    await page.getByLabel("For").selectOption("some");
    await page.getByLabel(new RegExp(DOMAINS[0]!)).check();
  });
  expect([said.get("state"), said.get("iss")]).toEqual(["a state", base]);
  await assistant.transport().finishAuth(said);
  const client = await assistant.connect();
  const { domains } = await call(client, "list_domains");
  expect(domains).toHaveLength(1);
  const { domain } = domains[0];
  expect(domain).toContain(DOMAINS[0]!);
  expect(assistant.tokens).toMatchObject({ scope: "read", expires_in: 3600 });

  // A tool that needs more makes the client ask its user.
  const start = { domain, urls: [`http://${domain}/`], confirm: false };
  await expect(call(client, "start_audit", start)).rejects.toThrow(UnauthorizedError);
  expect(assistant.wanted!.searchParams.get("scope")).toBe("read audits");
  await assistant.transport().finishAuth(await decide(assistant.wanted!, "Allow"));
  await client.close();
  const allowed = await assistant.connect();
  expect(await call(allowed, "start_audit", start)).not.toHaveProperty("error");
  expect((await call(allowed, "list_domains")).domains).toHaveLength(2);

  // The access token has expired; the client renews it by itself.
  const before = assistant.tokens.refresh_token;
  assistant.tokens = { ...assistant.tokens, access_token: "cra_expired" };
  expect((await call(allowed, "list_domains")).domains).toHaveLength(2);
  expect(assistant.tokens.refresh_token).not.toBe(before);

  // Both connections are listed; once they are gone, the client needs its user again.
  await page.goto(`${base}/app/account/apps`);
  for (let left = 2; left > 0; left--) {
    expect(await page.getByRole("row").count()).toBe(left + 1);
    await page.getByText("Disconnect…").first().click();
    await page.getByRole("button", { name: "Disconnect" }).first().click();
    await page.getByText("The app is disconnected.").waitFor();
  }
  await expect(call(allowed, "list_domains")).rejects.toThrow(UnauthorizedError);
  await allowed.close();
});

it("a person who doesn't allow it goes back without a code", async () => {
  const assistant = new Assistant(redirectUrl);
  await expect(assistant.connect()).rejects.toThrow(UnauthorizedError);
  const said = await decide(assistant.wanted!, "Don’t allow");
  expect([said.get("error"), said.get("code"), said.get("iss")]).toEqual(["access_denied", null, base]);
});
