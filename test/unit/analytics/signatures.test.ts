import { component, createSignature, webcrypto, type SignatureComponent } from "http-message-sig";
import { describe, expect, it } from "vitest";
import { signedAgent } from "../../../src/analytics/core/signed-agent";
import type { VisitSignature } from "../../../src/analytics/count/record-visits";
import { isSignedBy } from "../../../src/analytics/verify/signature";
import type { Bindings } from "../../../src/env";

/** The Ed25519 key of RFC 9421, appendix B.1.4. */
const PUBLIC = { kty: "OKP", crv: "Ed25519", x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs" };
const PRIVATE = { ...PUBLIC, d: "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU" };
const KEYID = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";
const NOW = 1_735_689_600_000;
const SIGNER = "signature-agent.test";

/** The signer's keys are in KV, so nothing is fetched. */
const envWith = (keys: object[]) =>
  ({ KV: { get: () => Promise.resolve({ fetchedAt: NOW, keys }) } }) as unknown as Bindings;
const env = envWith([{ kty: "EC" }, { ...PUBLIC, kid: KEYID, use: "sig" }]);
const judged = (signature: VisitSignature, hosts = [SIGNER], now = NOW) => isSignedBy(env, signature, hosts, now);
const request = { method: "GET", authority: "example.com" };

describe("the published examples of Web Bot Auth", () => {
  const parameters = `;created=1735689600;keyid="${KEYID}";alg="ed25519"`;

  it.each<[string, VisitSignature]>([
    [
      "a dictionary (draft-ietf-webbotauth-httpsig-protocol-00, E.2.1)",
      {
        ...request,
        agent: `agent2="https://${SIGNER}"`,
        input: `sig2=("@authority" "signature-agent";key="agent2")${parameters};expires=4889289600;nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth"`,
        signature: "sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:",
      },
    ],
    [
      "a string, as in earlier drafts (E.2.2)",
      {
        ...request,
        agent: `"https://${SIGNER}"`,
        input: `sig2=("@authority" "signature-agent")${parameters};expires=1735693200;nonce="e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==";tag="web-bot-auth"`,
        signature: "sig2=:jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA==:",
      },
    ],
  ])("hold with Signature-Agent as %s", async (_form, signature) => {
    expect(await judged(signature)).toBe(true);
    expect(await judged({ ...signature, authority: "other.example" })).toBe(false);
    expect(await judged(signature, ["chatgpt.com"])).toBe(false);
    expect(await judged(signature, [SIGNER], 4_889_289_601_000)).toBeNull();
    expect(await isSignedBy(envWith([{ ...PUBLIC, x: "A".repeat(43) }]), signature, [SIGNER], NOW)).toBe(false);
  });
});

interface Signing {
  agent: string;
  label?: string;
  components?: SignatureComponent[];
  tag?: string;
}

const member = (key: string) => component("signature-agent", { key });

async function signed({ agent, label = "sig1", components = ["@authority", member("sig1")], tag }: Signing) {
  const key = await crypto.subtle.importKey("jwk", PRIVATE, "Ed25519", false, ["sign"]);
  const fields = [{ name: "signature-agent", value: agent }];
  const made = await createSignature(
    { kind: "request", method: "GET", targetUri: "https://example.com/p", fields },
    {
      label,
      components,
      parameters: { created: NOW / 1000, expires: NOW / 1000 + 60, keyid: KEYID, tag: tag ?? "web-bot-auth" },
      signer: webcrypto.signer(key),
    },
  );
  return { ...request, agent, input: made.signatureInput, signature: made.signature };
}

describe("a signature", () => {
  const agent = `sig1="https://${SIGNER}"`;

  it.each<[string, Signing, boolean | null]>([
    ["that covers the member", { agent }, true],
    ["with a directory named as such", { agent: `${agent};type=directory` }, true],
    ["that covers the method too", { agent, components: ["@method", "@authority", member("sig1")] }, true],
    ["with keys elsewhere", { agent: `${agent};type=jwks_uri` }, null],
    ["over the path, which is not kept", { agent, components: ["@authority", "@path", member("sig1")] }, null],
    ["over the whole dictionary", { agent, components: ["@authority", "signature-agent"] }, false],
    [
      "over two members",
      { agent: `${agent}, b="https://x.test"`, components: ["@authority", member("sig1"), member("b")] },
      false,
    ],
    ["without its recipient", { agent, components: [member("sig1")] }, false],
    ["without its sender", { agent, components: ["@authority"] }, false],
    ["with another tag", { agent, tag: "other" }, false],
    ["of an agent without TLS", { agent: `sig1="http://${SIGNER}"` }, null],
  ])("%s: %s", async (_what, signing, expected) => expect(await judged(await signed(signing))).toBe(expected));

  it("proves the member that it covers, whatever else is named", async () => {
    const two = `evil="https://evil.test", sig1="https://${SIGNER}"`;
    expect(await judged(await signed({ agent: two, components: ["@authority", member("sig1")] }))).toBe(true);
    expect(await judged(await signed({ agent: two, components: ["@authority", member("evil")] }))).toBe(false);
    const swapped = await signed({ agent: `sig1="https://evil.test"` });
    expect(await judged({ ...swapped, agent })).toBe(false);
  });

  it("counts among several, and twice the same label never", async () => {
    const [good, bad] = [await signed({ agent }), await signed({ agent, label: "sig2", components: ["@authority"] })];
    const both = {
      ...good,
      input: `${bad.input}, ${good.input}`,
      signature: `${bad.signature}, ${good.signature}`,
    };
    expect(await judged(both)).toBe(true);
    expect(await judged({ ...good, input: `${good.input}, ${good.input}` })).toBeNull();
    const many = Array.from(
      { length: 9 },
      (_, i) => `x${i}=("@authority" "signature-agent";key="sig1");tag="web-bot-auth"`,
    );
    expect(await judged({ ...good, input: [...many, good.input].join(", ") })).toBeNull();
  });
});

it.each([
  ['"https://chatgpt.com"', true],
  ['sig1="https://chatgpt.com"', true],
  ['other="https://evil.test", sig1="https://chatgpt.com."', true],
  ['sig1="https://chatgpt.com.evil.test"', false],
  ['sig1=("https://chatgpt.com")', false],
  ["https://chatgpt.com", false],
  ["sig1=", false],
])("Signature-Agent %s names a known agent: %s", (header, expected) => {
  expect(signedAgent(header)?.token).toBe(expected ? "ChatGPT Agent" : undefined);
});
