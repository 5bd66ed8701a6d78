import { world } from "../world";

/** How long a location may have an outdated value, or remember that there was none, ms. */
const LAG_MS = 300_000;

const brokenKv = () => new Error("KV operation failed: 500 Internal Server Error");
const brokenR2 = () => new Error("R2 operation failed: internal error (10001)");

const bytesOf = (value: unknown): Uint8Array =>
  typeof value === "string"
    ? new TextEncoder().encode(value)
    : value instanceof ArrayBuffer
      ? new Uint8Array(value)
      : Uint8Array.from(value as Uint8Array);

interface Remembered {
  value: Uint8Array | null;
  until: number;
}

/** Workers KV: reads may be outdated for up to five minutes, also those that found nothing. */
export class SimulatedKv {
  readonly values = new Map<string, { value: Uint8Array; expiresAt: number }>();
  private readonly remembered = new Map<string, Remembered>();

  async get(key: string, options: string | { type?: string; cacheTtl?: number } = {}): Promise<unknown> {
    const type = typeof options === "string" ? options : (options.type ?? "text");
    const value = await world().call(`KV get ${key}`, () => this.read(key), brokenKv);
    if (value === null) return null;
    if (type === "arrayBuffer") return value.slice().buffer;
    const text = new TextDecoder().decode(value);
    return type === "json" ? (JSON.parse(text) as unknown) : text;
  }

  private read(key: string): Uint8Array | null {
    const { now } = world();
    // Three locations, each with a memory of its own.
    const place = `${world().int(0, 2)} ${key}`;
    const known = this.remembered.get(place);
    if (known && known.until > now) return known.value;
    const stored = this.values.get(key);
    const value = stored && stored.expiresAt > now ? stored.value : null;
    this.remembered.set(place, { value, until: now + world().int(0, LAG_MS) });
    return value;
  }

  async put(key: string, value: unknown, { expirationTtl = 1e9 }: { expirationTtl?: number } = {}): Promise<void> {
    const stored = bytesOf(value);
    const write = () => void this.values.set(key, { value: stored, expiresAt: world().now + expirationTtl * 1_000 });
    await world().call(`KV put ${key}`, write, brokenKv);
  }

  async delete(key: string): Promise<void> {
    await world().call(`KV delete ${key}`, () => void this.values.delete(key), brokenKv);
  }
}

/** R2: consistent, but each operation may fail before or after. */
export class SimulatedR2 {
  readonly objects = new Map<string, Uint8Array>();

  async put(key: string, value: unknown): Promise<unknown> {
    const stored = bytesOf(value);
    return world().call(`R2 put ${key}`, () => (this.objects.set(key, stored), { key }), brokenR2);
  }

  async get(key: string, { range }: { range?: { offset: number; length: number } } = {}): Promise<unknown> {
    const bytes = await world().call(`R2 get ${key}`, () => this.objects.get(key) ?? null, brokenR2);
    if (bytes === null) return null;
    const part = range ? bytes.slice(range.offset, range.offset + range.length) : bytes.slice();
    return {
      key,
      size: bytes.length,
      arrayBuffer: async () => part.buffer,
      text: async () => new TextDecoder().decode(part),
      get body() {
        return new Blob([part]).stream();
      },
    };
  }

  async delete(keys: string | string[]): Promise<void> {
    const all = [keys].flat();
    const drop = () => all.forEach((key) => this.objects.delete(key));
    await world().call(`R2 delete ${all.length}`, drop, brokenR2);
  }

  async list({ prefix }: { prefix: string }): Promise<unknown> {
    const find = () => [...this.objects.keys()].filter((key) => key.startsWith(prefix)).map((key) => ({ key }));
    const objects = await world().call(`R2 list ${prefix}`, find, brokenR2);
    return { objects, truncated: false };
  }

  async createMultipartUpload(key: string): Promise<unknown> {
    const parts = new Map<number, Uint8Array>();
    return {
      key,
      uploadPart: (partNumber: number, part: Uint8Array) => {
        const store = () => (parts.set(partNumber, part.slice()), { partNumber, etag: String(partNumber) });
        return world().call(`R2 part ${key}`, store, brokenR2);
      },
      complete: (uploaded: Array<{ partNumber: number }>) => {
        const join = () => {
          const whole = uploaded.map(({ partNumber }) => Buffer.from(parts.get(partNumber)!));
          this.objects.set(key, new Uint8Array(Buffer.concat(whole)));
        };
        return world().call(`R2 complete ${key}`, join, brokenR2);
      },
      abort: async () => undefined,
    };
  }
}
