import { describe, expect, it } from "vitest";
import { judgeRequest } from "../../../src/accounts/core/connections/authorization";
import { challenge } from "../../../src/accounts/core/connections/challenge";
import { documentUrl, judgeApp, judgeDocument } from "../../../src/accounts/core/connections/client";
import {
  answerUri,
  destinationOf,
  isRedirectUri,
  isRegistered,
  policySource,
} from "../../../src/accounts/core/connections/redirect-uri";
import { ALL_SCOPES, readScopes, scopeOfRequest } from "../../../src/accounts/core/connections/scopes";
import {
  CODE_REPEAT_MS,
  familyOf,
  judgeCode,
  judgeRefresh,
  refreshToken,
  REPEAT_MS,
} from "../../../src/accounts/core/connections/tokens";
import { sha256Base64Url } from "../../../src/lib/crypto/hash";

describe("an address to which an app sends people", () => {
  it.each([
    "https://claude.ai/api/mcp/auth_callback",
    "https://host.example:8443/cb?of=us",
    "http://localhost:3000/cb",
    "http://127.0.0.1/cb",
    "http://[::1]:80/cb",
    "cursor://anysphere.cursor-retrieval/oauth/callback",
    "vscode://publisher.extension/callback",
    "com.example.app:/oauth",
    "com.example-2.app://oauth",
  ])("may be %s", (uri) => {
    expect(isRedirectUri(uri)).toBe(true);
    expect(isRegistered(uri, [uri])).toBe(true);
  });

  it.each([
    "http://host.example/cb",
    "http://127.0.0.1.example/cb",
    "http://localhost.evil.example/cb",
    "https://user:word@host.example/",
    "https://host.example/#x",
    "https://host.example/cb*",
    "https://host.example/a b",
    "https:\\\\host.example\\cb",
    "https://host.example;script-src",
    "https://a.example,b.example/",
    "https://a%3Bb.example/",
    "https://a%2Cb.example/",
    "https://a'b.example/",
    "https://a%20b.example/",
    "javascript:alert(1)",
    "JavaScript://host/%0aalert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "intent://x/#Intent;end",
    "ws://host.example/",
    "app:",
    "ms-msdt:/id",
    "ms-msdt://x/y",
    "search-ms://x/y",
    "vbscript:/x",
    "app://host/cb",
    "com.:/cb",
    ".com:/cb",
    "com.example.app:",
    "/cb",
    "",
    `https://host.example/${"x".repeat(1_000)}`,
  ])("may not be %s", (uri) => {
    expect(isRedirectUri(uri)).toBe(false);
    expect(isRegistered(uri, [uri])).toBe(false);
  });

  it.each([
    ["https://a.example/cb", "https://a.example/cb", true],
    ["https://a.example/cb", "https://a.example/cb/", false],
    ["https://a.example/cb", "https://a.example/CB", false],
    ["https://a.example/cb", "https://a.example/cb?x", false],
    ["https://a.example/cb", "https://a.example:443/cb", false],
    ["https://a.example/cb", "https://b.a.example/cb", false],
    ["http://127.0.0.1:80/cb", "http://127.0.0.1:5000/cb", true],
    ["http://localhost/cb", "http://localhost:1/cb", true],
    ["http://localhost/cb", "http://127.0.0.1/cb", false],
    ["http://127.0.0.1/cb", "http://127.0.0.1:5000/other", false],
    ["http://127.0.0.1/cb", "https://127.0.0.1/cb", false],
    ["app.example:/cb", "app.example:/cb2", false],
  ])("registered as %s, given as %s: %s", (registered, given, same) => {
    expect(isRegistered(given, [registered])).toBe(same);
  });

  it("keeps its query and gets the answer's", () => {
    expect(answerUri("https://a.example/cb", { code: "x y", state: null })).toBe("https://a.example/cb?code=x+y");
    expect(answerUri("https://a.example/cb?a=1", { state: "&" })).toBe("https://a.example/cb?a=1&state=%26");
  });

  it("is named in words and in the policy", () => {
    expect(destinationOf("https://a.example:8443/cb")).toEqual({ kind: "host", name: "a.example:8443" });
    expect(destinationOf("http://127.0.0.1:5000/cb").kind).toBe("machine");
    expect(destinationOf("cursor://x/cb")).toEqual({ kind: "app", name: "cursor:" });
    expect(policySource("https://a.example/cb?x='none'; script-src *")).toBe("https://a.example");
    expect(policySource("cursor://x/cb")).toBe("cursor:");
  });
});

describe("what an app says about itself", () => {
  const uri = "https://a.example/cb";
  it("is its name and its addresses", () => {
    expect(judgeApp({ redirect_uris: [uri, uri], client_name: " A\u202e\nB " })).toEqual({
      name: "A B",
      redirectUris: [uri],
    });
    expect(judgeApp({ redirect_uris: [uri] })).toMatchObject({ name: "An app without a name" });
  });

  it.each([
    [{}],
    [{ redirect_uris: "x" }],
    [{ redirect_uris: [1] }],
    [{ redirect_uris: Array.from({ length: 11 }, (_, i) => `${uri}${i}`) }],
    [{ redirect_uris: [uri], client_name: {} }],
    [{ redirect_uris: [uri], response_types: ["token"] }],
    [{ redirect_uris: [uri], grant_types: "authorization_code" }],
  ])("is refused: %j", (metadata) => {
    expect(judgeApp(metadata)).toHaveProperty("code");
  });

  it("is a document at its id, and about that id", () => {
    const id = "https://a.example/app.json";
    const text = (change: object = {}) => JSON.stringify({ client_id: id, redirect_uris: [uri], ...change });
    expect(judgeDocument(id, text())).toMatchObject({ id, redirectUris: [uri] });
    for (const other of ["{", "null", "[]", text({ client_id: `${id}?` }), text({ token_endpoint_auth_method: "x" })])
      expect(judgeDocument(id, other)).toHaveProperty("code", "invalid_client_metadata");
  });

  it.each([
    ["https://a.example/app.json", true],
    ["https://a.example/", false],
    ["https://a.example", false],
    ["http://a.example/app.json", false],
    ["https://a.example/x/../app.json", false],
    ["https://user@a.example/app.json", false],
    ["https://a.example/app.json#x", false],
    ["HTTPS://a.example/app.json", false],
    ["crc_x", false],
  ])("has an id that is a document's URL: %s %s", (id, expected) => {
    expect(documentUrl(id, false) !== null).toBe(expected);
  });
});

describe("a request for access", () => {
  const app = { id: "crc_x", name: "A", redirectUris: ["https://a.example/cb"] };
  const resource = "https://api.example/mcp";
  const codeChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  const judge = (change: Record<string, string | null>, more = "") => {
    const asked = {
      client_id: app.id,
      redirect_uri: "https://a.example/cb",
      response_type: "code",
      code_challenge: codeChallenge,
      code_challenge_method: "S256",
      ...change,
    };
    const given = Object.entries(asked).filter((each): each is [string, string] => each[1] !== null);
    return judgeRequest(new URLSearchParams(`${new URLSearchParams(given).toString()}${more}`), app, resource);
  };

  it("may leave out what has a default", () => {
    const granted = { redirectUri: "https://a.example/cb", codeChallenge, scopes: ALL_SCOPES, state: null };
    expect(judge({})).toEqual(granted);
    expect(judge({ resource, scope: "offline_access read", state: "s" })).toEqual({
      ...granted,
      scopes: ["read"],
      state: "s",
    });
  });

  it.each([
    [{ redirect_uri: null }, "invalid_request", null],
    [{ redirect_uri: "https://evil.example/" }, "invalid_request", null],
    [{ response_type: "token" }, "unsupported_response_type", "https://a.example/cb"],
    [{ code_challenge: null }, "invalid_request", "https://a.example/cb"],
    [{ code_challenge: "short" }, "invalid_request", "https://a.example/cb"],
    [{ code_challenge_method: null }, "invalid_request", "https://a.example/cb"],
    [{ code_challenge_method: "plain" }, "invalid_request", "https://a.example/cb"],
    [{ resource: "https://api.example/" }, "invalid_target", "https://a.example/cb"],
    [{ scope: "" }, "invalid_scope", "https://a.example/cb"],
  ])("%j is %s", (change, error, redirectUri) => {
    expect(judge(change)).toMatchObject({ error, redirectUri });
  });

  it("has each parameter once, and may name its server twice", () => {
    expect(judge({}, "&redirect_uri=https://a.example/cb")).toMatchObject({
      error: "invalid_request",
      redirectUri: null,
    });
    expect(judge({ resource }, `&resource=${resource}`)).toMatchObject({ scopes: ALL_SCOPES });
    expect(judge({ resource }, "&resource=https://evil.example/")).toMatchObject({ error: "invalid_target" });
  });
});

describe("scopes", () => {
  it("are read from a text, and say what a request to the API needs", () => {
    expect(readScopes("cache read admin read")).toEqual(["read", "cache"]);
    expect(scopeOfRequest("GET", "/api/account/export")).toBe("read");
    expect(scopeOfRequest("POST", "/api/seo-spider/runs")).toBe("audits");
    expect(scopeOfRequest("POST", "/api/prerender/cache/invalidate-paths-cache")).toBe("cache");
    expect(scopeOfRequest("POST", "/api/deploys")).toBe("cache");
    expect(scopeOfRequest("POST", "/api/analytics/policy/try")).toBe("read");
    for (const path of ["/api/webhooks", "/api/seo-spider/runs/x/cancel", "/api/account/api-keys"])
      expect(scopeOfRequest("POST", path)).toBeNull();
    expect(scopeOfRequest("DELETE", "/api/prerender/rules")).toBeNull();
  });

  it("are named in the challenge", () => {
    expect(challenge("https://api.example/mcp")).toBe(
      'Bearer realm="Crawlready", scope="read audits cache", resource_metadata="https://api.example/.well-known/oauth-protected-resource/mcp"',
    );
  });
});

describe("a code", () => {
  const stored = {
    clientId: "a",
    redirectUri: "https://a.example/cb",
    codeChallenge: "c".repeat(43),
    codeExpiresAt: 1_000,
    codeUsedAt: null,
  };
  const given = { clientId: "a", redirectUri: "https://a.example/cb", challenge: "c".repeat(43) };
  it.each([
    [{}, {}, 999, "ok"],
    [{}, { redirectUri: null }, 999, "ok"],
    [{}, {}, 1_000, "expired"],
    [{ codeUsedAt: 5 }, { challenge: "" }, 5_000, "replayed"],
    [{ codeUsedAt: 5 }, { clientId: "b" }, 6, "replayed"],
    [{ codeUsedAt: 5 }, {}, 5 + CODE_REPEAT_MS - 1, "repeat"],
    [{ codeUsedAt: 5 }, {}, 5 + CODE_REPEAT_MS, "replayed"],
    [{}, { clientId: "b" }, 0, "mismatch"],
    [{}, { redirectUri: "https://a.example/" }, 0, "mismatch"],
    [{}, { challenge: "d".repeat(43) }, 0, "mismatch"],
    [{}, { challenge: "" }, 0, "mismatch"],
  ])("%j given %j at %i is %s", (change, other, now, verdict) => {
    expect(judgeCode({ ...stored, ...change }, { ...given, ...other }, now)).toBe(verdict);
  });

  it("is bound to the verifier of RFC 7636, appendix B", async () => {
    expect(await sha256Base64Url("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
      "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    );
  });
});

describe("a refresh token", () => {
  const stored = { clientId: "a", refreshHash: "now", replacedHash: "last", replacedAt: 1_000, expiresAt: 1e9 };
  it.each([
    ["now", 1e6, "rotate"],
    ["last", 1_000 + REPEAT_MS - 1, "repeat"],
    ["last", 1_000 + REPEAT_MS, "replayed"],
    ["older", 1_001, "replayed"],
    ["now", 1e9, "expired"],
  ])("%s at %i: %s", (hash, now, verdict) => {
    expect(judgeRefresh(stored, { clientId: "a", hash }, now)).toBe(verdict);
    expect(judgeRefresh(stored, { clientId: "b", hash }, now)).toBe("mismatch");
  });

  it("names its family", () => {
    const [family, secret] = ["F".repeat(43), "s".repeat(64)];
    expect(familyOf(refreshToken(family, secret))).toBe(family);
    for (const token of [
      "",
      "crr_",
      `crr_${family}`,
      `crr_${family}_`,
      `cra_${family}_${secret}`,
      `crr_${family}_${secret}x`,
    ])
      expect(familyOf(token)).toBeNull();
  });
});
