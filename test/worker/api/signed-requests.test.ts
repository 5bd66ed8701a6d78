import { createExecutionContext } from "cloudflare:test";
import { expect, it } from "vitest";
import worker from "../../../src/index.ts";
import { signerOf, type Bindings } from "../../../src/env.ts";
import { egressRules, guardedFetch, headersOf } from "../../../src/web";
import { call, env, html, newSite } from "../support/api.ts";

const DIRECTORY = "/.well-known/http-message-signatures-directory";
const SIGNING_KEYS = JSON.stringify({
  kty: "OKP",
  crv: "Ed25519",
  x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs",
  d: "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU",
});
const signing = { ...env, SIGNING_KEYS } as Bindings;

it("the directory of keys is not there without keys, and lists them with keys", async () => {
  expect(await call("GET", DIRECTORY)).toMatchObject({ status: 404, body: { error: "not_found" } });
  const request = new Request(`http://api.test${DIRECTORY}`);
  const response = await worker.fetch(request as never, signing, createExecutionContext());
  expect(response.headers.get("content-type")).toBe("application/http-message-signatures-directory+json");
  expect(response.headers.get("signature-input")).toMatch(/tag="http-message-signatures-directory"$/);
  expect(await response.json()).toEqual({
    keys: [
      {
        kty: "OKP",
        crv: "Ed25519",
        x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs",
        kid: "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U",
        use: "sig",
      },
    ],
  });
});

it("our crawler signs what it requests under its own name, and nothing under another's", async () => {
  const site = await newSite({ "/": { body: html() } });
  const rules = egressRules({ domain: site.host, origin: null }, true, signerOf(signing));
  const request = async (headers: Record<string, string>) => {
    const response = await guardedFetch(new URL(`${site.origin}/`), { rules, headers, timeoutMs: 5_000 });
    if (response.ok) response.release();
    return site.headers();
  };
  expect(await request({})).toMatchObject({
    "signature-agent": 'sig1="http://api.test"',
    "signature-input": expect.stringContaining('tag="web-bot-auth"'),
    signature: expect.stringMatching(/^sig1=:[\w+/=]+:$/),
  });
  const names = Object.keys(await request(headersOf("GPTBot")));
  expect(names.filter((name) => name.startsWith("signature"))).toEqual([]);
});
