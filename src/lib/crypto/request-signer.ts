import { Buffer } from "node:buffer";
import { component, createSignature, webcrypto, type Signer } from "http-message-sig";
import { parseJson } from "../text/json";
import { thumbprintOf } from "./thumbprint";

/** Where the public keys are, under the host that Signature-Agent names. */
export const DIRECTORY_PATH = "/.well-known/http-message-signatures-directory";
export const DIRECTORY_TYPE = "application/http-message-signatures-directory+json";

const NONCE_BYTES = 64;
const MOST_KEYS = 10;

interface SignatureForm {
  /** How long a signature holds, in seconds. */
  validS: number;
  /** The signature's name in its header. */
  label: string;
  /** The name of our address in Signature-Agent. */
  member: string;
  nonce: () => string;
}

/** Five minutes cover a request that waits, and little else. */
const FORM: SignatureForm = { validS: 300, label: "sig1", member: "sig1", nonce: randomNonce };

interface PrivateKey {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  d: string;
}

/** No schema, because this runs when the Worker starts. */
function isPrivateKey(value: unknown): value is PrivateKey {
  const { kty, crv, x, d } = (value ?? {}) as Record<string, unknown>;
  return kty === "OKP" && crv === "Ed25519" && typeof x === "string" && typeof d === "string";
}

interface PublicKey {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  kid: string;
  use: "sig";
}

interface Directory {
  keys: PublicKey[];
}

/** Headers of a signed message. */
type SignedHeaders = Record<"signature-input" | "signature", string>;

/**
 * Signs what we request from sites, so that they can tell our crawler from its imitators (Web Bot Auth:
 * draft-ietf-webbotauth-httpsig-protocol, over RFC 9421). The first key signs. All keys are published, so a new one can be
 * known everywhere before it signs.
 */
export class RequestSigner {
  private signer: Promise<{ signer: Signer; keyid: string }> | null = null;

  /** `agent`: the origin of the API, whose directory has the keys. */
  constructor(
    private readonly keys: readonly PrivateKey[],
    readonly agent: string,
    private readonly form: SignatureForm = FORM,
  ) {}

  /** The headers that sign a request to this address at `now` (ms). */
  async headersFor(address: URL, now: number): Promise<SignedHeaders & { "signature-agent": string }> {
    const { member } = this.form;
    const agent = `${member}="${this.agent}"`;
    const request = {
      kind: "request" as const,
      method: "GET",
      targetUri: address.href,
      fields: [{ name: "signature-agent", value: agent }],
    };
    const parts = ["@authority", component("signature-agent", { key: member })];
    return { "signature-agent": agent, ...(await this.sign(request, parts, "web-bot-auth", now)) };
  }

  /** The public keys, and the headers that prove to a reader at `address` that we have the private one. */
  async directory(address: URL, now: number): Promise<{ directory: Directory; headers: SignedHeaders }> {
    const directory = { keys: await this.publicKeys() };
    const response = {
      kind: "response" as const,
      status: 200,
      fields: [],
      request: { kind: "request" as const, method: "GET", targetUri: address.href, fields: [] },
    };
    const parts = [component("@authority", { req: true })];
    return { directory, headers: await this.sign(response, parts, "http-message-signatures-directory", now) };
  }

  /** The first key's Ed25519 signature of a text that begins with a name of its own, so that it is no signature of a request. */
  async signText(text: string): Promise<{ key: string; value: string }> {
    const { kty, crv, x, d } = this.keys[0]!;
    const key = await crypto.subtle.importKey("jwk", { kty, crv, x, d }, { name: "Ed25519" }, false, ["sign"]);
    const bytes = await crypto.subtle.sign("Ed25519", key, new TextEncoder().encode(text));
    return { key: await idOf(this.keys[0]!), value: Buffer.from(bytes).toString("base64") };
  }

  publicKeys(): Promise<PublicKey[]> {
    return Promise.all(this.keys.map(publicPart));
  }

  private async sign(
    message: Parameters<typeof createSignature>[0],
    components: Parameters<typeof createSignature>[1]["components"],
    tag: string,
    now: number,
  ): Promise<SignedHeaders> {
    const { signer, keyid } = await (this.signer ??= signerOf(this.keys[0]!));
    const { label, validS, nonce } = this.form;
    const created = Math.floor(now / 1_000);
    const { signature, signatureInput } = await createSignature(message, {
      label,
      components,
      parameters: { created, keyid, alg: signer.algorithm, expires: created + validS, nonce: nonce(), tag },
      signer,
    });
    return { "signature-input": signatureInput, signature };
  }
}

/**
 * The signer with the operator's keys: an Ed25519 private key as a JWK, or a set of 1 to 10 of them. Null if the text is
 * neither.
 */
export function readSigner(text: string, agent: string): RequestSigner | null {
  const value = parseJson(text);
  const keys = isPrivateKey(value) ? [value] : (value as { keys?: unknown } | null | undefined)?.keys;
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > MOST_KEYS || !keys.every(isPrivateKey)) return null;
  return new RequestSigner(keys, agent);
}

async function signerOf(key: PrivateKey): Promise<{ signer: Signer; keyid: string }> {
  const { kty, crv, x, d } = key;
  const imported = await crypto.subtle.importKey("jwk", { kty, crv, x, d }, { name: "Ed25519" }, false, ["sign"]);
  return { signer: webcrypto.signer(imported), keyid: await idOf(key) };
}

async function publicPart(key: PrivateKey): Promise<PublicKey> {
  return { kty: key.kty, crv: key.crv, x: key.x, kid: await idOf(key), use: "sig" };
}

/** The id of a key is the thumbprint of its public part. */
const idOf = ({ kty, crv, x }: PrivateKey) => thumbprintOf({ kty, crv, x });

function randomNonce(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(NONCE_BYTES))).toString("base64");
}
