import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { isSimulating, presentProcess, world } from "./world";
import { request } from "./platform/network";

const real = {
  Date,
  console: { ...console },
  crypto,
  setTimeout: globalThis.setTimeout,
};

/** Now on the clock of the process that asks, epoch ms. */
const clock = (): number => (isSimulating() ? world().now + (presentProcess()?.skewMs ?? 0) : real.Date.now());

class SimulatedDate extends Date {
  constructor(...given: [] | [number | string | Date] | [number, number, ...number[]]) {
    if (given.length === 0) super(clock());
    else super(...(given as [number]));
  }

  static override now(): number {
    return clock();
  }
}

interface Timer {
  cancel: () => void;
}

function startTimer(work: () => void, ms = 0): Timer {
  return world().later(Math.max(1, ms), presentProcess() ?? null, work);
}

function startInterval(work: () => void, ms: number): Timer {
  let timer = { cancel: () => undefined as void };
  const again = () => {
    timer = startTimer(() => {
      again();
      work();
    }, ms);
  };
  again();
  return { cancel: () => timer.cancel() };
}

/** A stream that hands on what `change` makes of all its bytes, at its end. */
function wholeStream(change: (bytes: Buffer) => Uint8Array): TransformStream<Uint8Array, Uint8Array> {
  const parts: Uint8Array[] = [];
  return new TransformStream({
    transform: (part) => void parts.push(part),
    flush: (controller) => controller.enqueue(new Uint8Array(change(Buffer.concat(parts)))),
  });
}

/** A key is its bytes. */
interface Key {
  bytes: Uint8Array;
}
interface AesGcm {
  iv: Uint8Array;
  additionalData: Uint8Array;
}

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
/** Deriving a key takes longer than all else in a delivery. */
const derived = new Map<string, Key>();
const TAG_BYTES = 16;

/** The algorithms that the service uses, at once: threads would end in any order. */
const subtle = {
  digest: async (_name: string, bytes: Uint8Array) => bufferOf(createHash("sha256").update(bytes).digest()),
  timingSafeEqual: (left: Uint8Array, right: Uint8Array) => timingSafeEqual(left, right),
  importKey: async (_form: "raw", bytes: Uint8Array): Promise<Key> => ({ bytes: new Uint8Array(bytes) }),
  deriveKey: async ({ info }: { info: Uint8Array }, base: Key): Promise<Key> => {
    const name = `${Buffer.from(base.bytes).toString("hex")} ${Buffer.from(info).toString("hex")}`;
    const known = derived.get(name) ?? {
      bytes: new Uint8Array(hkdfSync("sha256", base.bytes, new Uint8Array(), info, 32)),
    };
    derived.set(name, known);
    return known;
  },
  sign: async (_name: unknown, key: Key, bytes: Uint8Array) =>
    bufferOf(createHmac("sha256", key.bytes).update(bytes).digest()),
  encrypt: async ({ iv, additionalData }: AesGcm, key: Key, bytes: Uint8Array) => {
    const cipher = createCipheriv("aes-256-gcm", key.bytes, iv).setAAD(additionalData);
    return bufferOf(Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]));
  },
  decrypt: async ({ iv, additionalData }: AesGcm, key: Key, bytes: Uint8Array) => {
    const decipher = createDecipheriv("aes-256-gcm", key.bytes, iv).setAAD(additionalData);
    decipher.setAuthTag(bytes.slice(-TAG_BYTES));
    return bufferOf(Buffer.concat([decipher.update(bytes.slice(0, -TAG_BYTES)), decipher.final()]));
  },
};

/** The real one is read by a thread. */
class SimulatedBlob {
  readonly bytes: Uint8Array;

  constructor(parts: Array<string | Uint8Array>) {
    this.bytes = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  }

  stream(): ReadableStream<Uint8Array> {
    const { bytes } = this;
    return new ReadableStream({
      start(controller) {
        controller.enqueue(bytes);
        controller.close();
      },
    });
  }
}

const hex = (digits: number) => Array.from({ length: digits }, () => world().int(0, 15).toString(16)).join("");
const randomId = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;

const simulatedCrypto = {
  subtle,
  randomUUID: () => (isSimulating() ? randomId() : real.crypto.randomUUID()),
  getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => {
    if (!isSimulating()) return real.crypto.getRandomValues(bytes);
    for (let i = 0; i < bytes.length; i++) bytes[i] = world().int(0, 255);
    return bytes;
  },
};

const timeoutSignal = (ms: number): AbortSignal => {
  const controller = new AbortController();
  startTimer(() => controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError")), ms);
  return controller.signal;
};

/** Frames of a stack, as logs write them: they name the files of this process. */
const FRAMES = /(?:\\n\s+at [^"\\]*)+/g;

const logged = (level: string) => (text: unknown) => {
  if (isSimulating())
    world().note(`${presentProcess()?.name ?? "outside"} ${level} ${String(text).replaceAll(FRAMES, "")}`);
  else real.console.log(text);
};

/** Puts the simulation in the place of everything by which code learns what time it is, waits, draws or asks. */
export function installGlobals(): void {
  const install = (values: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(values))
      Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  };
  install({
    Date: SimulatedDate,
    setTimeout: startTimer,
    setInterval: startInterval,
    clearTimeout: (timer?: Timer | null) => timer?.cancel(),
    clearInterval: (timer?: Timer | null) => timer?.cancel(),
    crypto: simulatedCrypto,
    fetch: request,
    Blob: SimulatedBlob,
    // Functions that return an object can be called with `new`.
    CompressionStream: function CompressionStream() {
      return wholeStream((bytes) => gzipSync(bytes));
    },
    DecompressionStream: function DecompressionStream() {
      return wholeStream((bytes) => gunzipSync(bytes));
    },
  });
  AbortSignal.timeout = timeoutSignal;
  const draw = Math.random;
  Math.random = () => (isSimulating() ? world().random() : draw());
  Object.assign(console, { info: logged("info"), warn: logged("warn"), error: logged("error") });
}
