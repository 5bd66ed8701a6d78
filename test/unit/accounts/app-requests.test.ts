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
import { resourceOf } from "../../../src/accounts/core/connections/resource";
import { ALL_SCOPES, readScopes, scopeOfRequest } from "../../../src/accounts/core/connections/scopes";
import {
  ACCESS_MS,
  ACCESS_PREFIX,
  CODE_MS,
  CODE_REPEAT_MS,
  familyOf,
  IDLE_MS,
  judgeCode,
  judgeRefresh,
  REPEAT_MS,
} from "../../../src/accounts/core/connections/tokens";

const URI = "https://a.example/cb";
const wrong = (message: string) => ({ code: "invalid_client_metadata", message });

describe("an app", () => {
  const LIST = { code: "invalid_redirect_uri", message: "redirect_uris must list 1 to 10 addresses." };
  const EACH = {
    code: "invalid_redirect_uri",
    message:
      "Each of redirect_uris must be https, http on a loopback host, or a scheme of the app with a dot such as com.example.app:/, and have no fragment.",
  };
  const uris = (count: number) => Array.from({ length: count }, (_, i) => `${URI}${i}`);
  it.each<[Record<string, unknown>, unknown]>([
    [{}, LIST],
    [{ redirect_uris: [] }, LIST],
    [{ redirect_uris: URI }, LIST],
    [{ redirect_uris: uris(11) }, LIST],
    [{ redirect_uris: uris(10) }, { name: "An app without a name", redirectUris: uris(10) }],
    [{ redirect_uris: [URI, 5] }, EACH],
    [{ redirect_uris: [URI, "javascript:x"] }, EACH],
    [{ redirect_uris: [URI], grant_types: ["refresh_token"] }, wrong("grant_types must have authorization_code.")],
    [{ redirect_uris: [URI], grant_types: "authorization_code" }, wrong("grant_types must have authorization_code.")],
    [{ redirect_uris: [URI], grant_types: null }, wrong("grant_types must have authorization_code.")],
    [{ redirect_uris: [URI], response_types: ["token"] }, wrong("response_types must have code.")],
    [{ redirect_uris: [URI], client_name: 5 }, wrong("client_name must be a text.")],
    [
      { redirect_uris: [URI], client_name: " " },
      { name: "An app without a name", redirectUris: [URI] },
    ],
    [
      {
        redirect_uris: [URI, URI],
        client_name: "A",
        grant_types: ["x", "authorization_code"],
        response_types: ["code"],
      },
      { name: "A", redirectUris: [URI] },
    ],
    [
      { redirect_uris: [URI], client_name: "x".repeat(80) },
      { name: "x".repeat(80), redirectUris: [URI] },
    ],
  ])("that says %j is judged", (metadata, expected) => expect(judgeApp(metadata)).toEqual(expected));

  const ID = "https://a.example/app.json";
  it.each<[string, unknown]>([
    ["{", wrong("The app's document is not JSON.")],
    ["5", wrong("The app's document is not a JSON object.")],
    ["null", wrong("The app's document is not a JSON object.")],
    ["{}", wrong("The app's document names another client_id.")],
    [
      JSON.stringify({ client_id: ID, token_endpoint_auth_method: "x" }),
      wrong("The app wants to sign in with a secret or a key, which this service does not offer."),
    ],
    [JSON.stringify({ client_id: ID }), LIST],
    [
      JSON.stringify({ client_id: ID, token_endpoint_auth_method: "none", redirect_uris: [URI], client_name: "A" }),
      { id: ID, name: "A", redirectUris: [URI] },
    ],
  ])("whose document is %s is judged", (text, expected) => expect(judgeDocument(ID, text)).toEqual(expected));

  it.each([
    [ID, false, true],
    ["http://a.example/app.json", true, true],
    ["http://a.example/app.json", false, false],
    ["ftp://a.example/app.json", true, false],
    [`https://a.example/${"x".repeat(482)}`, false, true],
    [`https://a.example/${"x".repeat(483)}`, false, false],
    ["https://a.example/app#", false, false],
    ["x", true, false],
  ])("has a document at %s, if http is allowed (%s): %s", (id, allowHttp, expected) => {
    expect(documentUrl(id, allowHttp)?.href ?? null).toBe(expected ? id : null);
  });
});

describe("an address to which an app sends people", () => {
  it.each([
    [`https://a.example/${"x".repeat(982)}`, true],
    [`https://a.example/${"x".repeat(983)}`, false],
    ["https://a_b-c.example/", true],
    ["https://[2001:db8::1]/", true],
    ["com.example.app:/x", true],
    ["com.example.app:/", false],
    ["x.y://a", true],
    ["c2m.e+x-a.app:/x", true],
    ["2com.example:/x", false],
    ["com.example:x", false],
    ["com..example:/x", false],
    ["CURSOR:/x", true],
    ["vscode-insiders:/x", true],
    ["windsurf:/x", true],
    ["xcursor:/x", false],
    ["http://localhost/x", true],
    ["https://localhost/x", true],
    ["https://a.example/x#", false],
    ["https://a.example/x*", false],
    ["https://a.example/x y", false],
    ["https://a.example/x\\", false],
    ["https://a@a.example/", false],
    ["https://", false],
  ])("may be %s: %s", (uri, expected) => expect(isRedirectUri(uri)).toBe(expected));

  it("is one that is registered, but for a port of this machine", () => {
    expect(isRegistered(URI, ["https://x.example/", URI])).toBe(true);
    expect(isRegistered("http://localhost:1/cb", [URI, "http://localhost/cb"])).toBe(true);
    expect(isRegistered("http://localhost:1/cb?x", ["http://localhost/cb"])).toBe(false);
    expect(isRegistered("http://localhost/cb", ["http://[", "https://localhost/cb", "http://a.example/cb"])).toBe(
      false,
    );
    expect(isRegistered("https://a.example:1/cb", [URI])).toBe(false);
    expect(isRegistered("javascript:x", ["javascript:x"])).toBe(false);
  });

  it("is told to people and to the browser", () => {
    expect([URI, "http://[::1]:5/cb", "com.x.y:/cb", "http://a.example/"].map(destinationOf)).toEqual([
      { kind: "host", name: "a.example" },
      { kind: "machine", name: "[::1]" },
      { kind: "app", name: "com.x.y:" },
      { kind: "app", name: "http:" },
    ]);
    expect([URI, "http://localhost:5/cb", "com.x.y:/cb"].map(policySource)).toEqual([
      "https://a.example",
      "http://localhost:5",
      "com.x.y:",
    ]);
    expect(answerUri(`${URI}?`, { a: "1", b: null, c: "" })).toBe(`${URI}?&a=1&c=`);
  });
});

describe("a request for access", () => {
  const app = { id: "crc_x", name: "A", redirectUris: [URI] };
  const resource = "https://api.example/mcp";
  const codeChallenge = "a-_Z0".padEnd(43, "x");
  const asked = {
    client_id: "crc_x",
    redirect_uri: URI,
    response_type: "code",
    code_challenge: codeChallenge,
    code_challenge_method: "S256",
    state: "s",
  };
  const judge = (change: Record<string, string>, more = "") =>
    judgeRequest(
      new URLSearchParams(`${new URLSearchParams({ ...asked, ...change }).toString()}${more}`),
      app,
      resource,
    );
  const fault = (error: string, message: string, redirectUri: string | null = URI) => ({
    error,
    message,
    redirectUri,
    state: "s",
  });
  const PKCE = fault("invalid_request", "The app must send a PKCE code_challenge with code_challenge_method=S256.");

  it.each<[Record<string, string>, string, unknown]>([
    [{ scope: "cache" }, "", { redirectUri: URI, codeChallenge, scopes: ["cache"], state: "s" }],
    [{}, "", { redirectUri: URI, codeChallenge, scopes: ["read", "audits", "cache"], state: "s" }],
    [
      { redirect_uri: "https://b.example/" },
      "",
      fault("invalid_request", "The app wants to send you to an address that it has not registered.", null),
    ],
    [{ response_type: "token" }, "", fault("unsupported_response_type", "The app must ask for response_type=code.")],
    [{ code_challenge: codeChallenge.slice(1) }, "", PKCE],
    [{ code_challenge: `${codeChallenge}x` }, "", PKCE],
    [{ code_challenge: `${codeChallenge.slice(1)}.` }, "", PKCE],
    [{ code_challenge_method: "plain" }, "", PKCE],
    [
      { resource: "https://x.example" },
      "",
      fault("invalid_target", "The app asks for another server than https://api.example/mcp."),
    ],
    [{ scope: "all" }, "", fault("invalid_scope", "The app must ask for some of: read audits cache.")],
    ...Object.keys(asked).map((name): [Record<string, string>, string, unknown] => [
      {},
      `&${name}=${name === "state" ? "s" : encodeURIComponent(asked[name as "state"])}`,
      fault("invalid_request", "The app sent a parameter twice.", null),
    ]),
  ])("%j%s is judged", (change, more, expected) => expect(judge(change, more)).toEqual(expected));

  it("gets a list of scopes of its own", () => {
    const granted = judge({}) as { scopes: string[] };
    expect(granted.scopes).not.toBe(ALL_SCOPES);
  });
});

describe("what an app may do", () => {
  it.each([
    ["GET", "/api/webhooks", "read"],
    ["HEAD", "/api/webhooks", "read"],
    ["POST", "/api/seo-spider/runs", "audits"],
    ["PUT", "/api/seo-spider/runs", null],
    ["POST", "/api/deploys", "cache"],
    ["POST", "/api/analytics/policy/try", "read"],
    ["POST", "toString", null],
    ["DELETE", "/api/prerender/cache/x", "cache"],
    ["POST", "/x/api/prerender/cache/", null],
  ])("with %s %s needs %s", (method, path, scope) => expect(scopeOfRequest(method, path)).toBe(scope));

  it("is named in a text and in a challenge", () => {
    expect([readScopes(""), readScopes("cache  read,audits")]).toEqual([[], ["cache"]]);
    const end = 'resource_metadata="https://a.example/.well-known/oauth-protected-resource/mcp"';
    expect(challenge("https://a.example/x?y", "insufficient_scope", ["cache", "read"])).toBe(
      `Bearer realm="Crawlready", error="insufficient_scope", scope="cache read", ${end}`,
    );
    expect(resourceOf("https://a.example:8443/x?y")).toBe("https://a.example:8443/mcp");
  });

  it("lasts as long as documented", () => {
    expect([CODE_MS, ACCESS_MS, IDLE_MS, REPEAT_MS, CODE_REPEAT_MS, ACCESS_PREFIX]).toEqual([
      60_000,
      3_600_000,
      60 * 86_400_000,
      30_000,
      10_000,
      "cra_",
    ]);
  });

  it.each([
    ["F".repeat(43), "s".repeat(43), true],
    ["F".repeat(43), "s".repeat(64), true],
    ["F".repeat(43), "s".repeat(42), false],
    ["F".repeat(43), "s".repeat(65), false],
    ["F".repeat(42), "s".repeat(43), false],
    ["-".repeat(43), "s".repeat(43), false],
    ["F".repeat(43), "-".repeat(43), false],
  ])("is renewed by a token of the family %s and the secret %s: %s", (family, secret, expected) => {
    expect(familyOf(`crr_${family}_${secret}`)).toBe(expected ? family : null);
    expect([familyOf(`xcrr_${family}_${secret}`), familyOf(`crr_${family}_${secret} `)]).toEqual([null, null]);
  });

  it("is judged by the app, the address and the challenge, and by time", () => {
    const stored = { clientId: "a", redirectUri: URI, codeChallenge: "c", codeExpiresAt: 10, codeUsedAt: null };
    const given = { clientId: "a", redirectUri: URI, challenge: "c" };
    expect([9, 10].map((now) => judgeCode(stored, given, now))).toEqual(["ok", "expired"]);
    expect(judgeCode({ ...stored, codeUsedAt: 0 }, { ...given, redirectUri: "x" }, 1)).toBe("replayed");
    const refresh = { clientId: "a", refreshHash: "n", replacedHash: "r", replacedAt: null, expiresAt: 1e9 };
    const own = (hash: string, now: number) => judgeRefresh(refresh, { clientId: "a", hash }, now);
    expect([own("r", REPEAT_MS - 1), own("r", REPEAT_MS), own("x", 0), own("n", 1e9 - 1)]).toEqual([
      "repeat",
      "replayed",
      "replayed",
      "rotate",
    ]);
  });
});
