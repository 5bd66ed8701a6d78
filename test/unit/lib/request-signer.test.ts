import { component, verifySignature, webcrypto } from "http-message-sig";
import { describe, expect, it } from "vitest";
import { readSigner, RequestSigner } from "../../../src/lib/crypto/request-signer.ts";

/** The Ed25519 test key of RFC 9421, appendix B.1.4, which Web Bot Auth's vectors use. */
const KEY = {
  kty: "OKP",
  crv: "Ed25519",
  x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs",
  d: "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU",
} as const;
const THUMBPRINT = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";
const AGENT = "https://signature-agent.test";
const NOW = 1_735_689_600_000;
const PAGE = new URL("https://example.com/path/to/resource");
const OTHER_KEY = {
  ...KEY,
  x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
};

const fieldsOf = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => ({ name, value }));
const { d: _, ...PUBLIC } = KEY;
const verifier = async () =>
  webcrypto.verifier(await crypto.subtle.importKey("jwk", PUBLIC, { name: "Ed25519" }, true, ["verify"]));

describe("a signed request", () => {
  it("is what the published vectors say", async () => {
    // cloudflare/web-bot-auth, web_bot_auth_architecture_v2.json, of the form with a member of Signature-Agent.
    const nonce = "n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";
    const signer = new RequestSigner([KEY], AGENT, {
      nonce: () => nonce,
      validS: 3_153_600_000,
      label: "sig2",
      member: "agent2",
    });
    expect(await signer.headersFor(PAGE, NOW)).toEqual({
      "signature-agent": 'agent2="https://signature-agent.test"',
      "signature-input": `sig2=("@authority" "signature-agent";key="agent2");created=1735689600;keyid="${THUMBPRINT}";alg="ed25519";expires=4889289600;nonce="${nonce}";tag="web-bot-auth"`,
      signature: "sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:",
    });
  });

  it("names the key, the agent and a time of five minutes, and verifies for its site alone", async () => {
    const signer = new RequestSigner([KEY], AGENT);
    const headers = await signer.headersFor(PAGE, NOW);
    expect(headers["signature-agent"]).toBe(`sig1="${AGENT}"`);
    expect(headers["signature-input"]).toMatch(
      /^sig1=\("@authority" "signature-agent";key="sig1"\);created=1735689600;keyid="poqk[\w-]+";alg="ed25519";expires=1735689900;nonce="[\w+/=]{88}";tag="web-bot-auth"$/,
    );
    const verify = (targetUri: string, fields = fieldsOf(headers)) =>
      verifySignature(
        { kind: "request", method: "GET", targetUri, fields },
        {
          policy: {
            algorithms: ["ed25519"],
            requiredComponents: ["@authority", component("signature-agent", { key: "sig1" })],
            requiredParameters: ["created", "expires", "keyid", "tag", "nonce"],
            now: NOW / 1_000 + 60,
          },
          resolveVerifier: verifier,
        },
      );
    expect((await verify(PAGE.href)).parameters.keyid).toBe(THUMBPRINT);
    await expect(verify("https://other.example/")).rejects.toThrow();
    const renamed = fieldsOf({ ...headers, "signature-agent": 'sig1="https://thief.test"' });
    await expect(verify(PAGE.href, renamed)).rejects.toThrow();
  });

  it("has a nonce of its own", async () => {
    const signer = new RequestSigner([KEY], AGENT);
    const [first, second] = await Promise.all([signer.headersFor(PAGE, NOW), signer.headersFor(PAGE, NOW)]);
    expect(first["signature-input"]).not.toBe(second["signature-input"]);
  });
});

describe("the directory", () => {
  it("publishes every key without its secret, the signing one first, and proves that we have it", async () => {
    const signer = readSigner(JSON.stringify({ keys: [KEY, OTHER_KEY] }), AGENT)!;
    const address = new URL(`${AGENT}/.well-known/http-message-signatures-directory`);
    const { directory, headers } = await signer.directory(address, NOW);
    expect(directory.keys.map(({ kid }) => kid)[0]).toBe(THUMBPRINT);
    expect(directory.keys).toHaveLength(2);
    expect(JSON.stringify(directory)).not.toContain(KEY.d);
    expect(JSON.stringify(directory)).not.toContain(OTHER_KEY.d);
    const response = {
      kind: "response" as const,
      status: 200,
      fields: fieldsOf(headers),
      request: { kind: "request" as const, method: "GET", targetUri: address.href, fields: [] },
    };
    const { parameters } = await verifySignature(response, {
      policy: {
        algorithms: ["ed25519"],
        requiredComponents: [component("@authority", { req: true })],
        requiredParameters: ["created", "expires", "keyid", "tag"],
        now: NOW / 1_000 + 60,
      },
      resolveVerifier: verifier,
    });
    expect(parameters.tag).toBe("http-message-signatures-directory");
  });
});

it.each([
  ["nothing", ""],
  ["no JSON", "{"],
  ["a public key", JSON.stringify(PUBLIC)],
  ["another kind of key", JSON.stringify({ ...KEY, crv: "X25519" })],
  ["an empty set", '{"keys":[]}'],
])("takes no keys from %s", (_name, text) => {
  expect(readSigner(text, AGENT)).toBeNull();
});
