import { imageSize } from "image-size";
import type { Bindings } from "../../env";
import { sha256Hex } from "../../lib/hash";
import { DAY_MS, SECOND_MS } from "../../lib/time";
import { guardedFetch, readBody, type EgressRules, type FetchedResponse } from "../../web";
import type { AuditedPage } from "../model/page/page";
import type { ShareImage } from "../model/page/share-image";

const TIMEOUT_MS = 4 * SECOND_MS;
/** Dimensions stand at the beginning of every format; 64 KiB leaves room for the metadata before them. */
const HEAD_BYTES = 65_536;
/** Requests for images of one job, which keeps it under its subrequest limit; later images are not looked at. */
const MAX_REQUESTS = 1_000;
const MAX_REMEMBERED = 2_000;
/** A host that failed so often in a row is asked no more. */
const HOST_FAILURES = 2;
const CACHE_SECONDS = DAY_MS / SECOND_MS;

/**
 * Looks at share images: once for each address in a job, and once a day over all runs (KV). Image hosts are often not the
 * site's own, so any public host may be asked, for the image's first bytes alone.
 */
export class ShareImages {
  private readonly known = new Map<string, Promise<ShareImage | null>>();
  private readonly failures = new Map<string, number>();
  private requests = 0;
  private readonly rules: EgressRules;

  constructor(
    private readonly env: Pick<Bindings, "KV">,
    rules: EgressRules,
  ) {
    this.rules = { ...rules, anyPublicHost: true };
  }

  /** The image of a page; null: it has none, or the budget is used up. */
  async look(page: AuditedPage): Promise<ShareImage | null> {
    if (!page.html || page.previewImage === null) return null;
    const url = URL.parse(page.previewImage, page.url);
    if (!url || !/^https?:$/.test(url.protocol)) return { ...nothing(null), status: 0 };
    url.hash = "";
    let known = this.known.get(url.href);
    if (!known) {
      if (this.known.size >= MAX_REMEMBERED) this.known.clear();
      this.known.set(url.href, (known = this.cachedOrFetched(url)));
    }
    return known;
  }

  private async cachedOrFetched(url: URL): Promise<ShareImage | null> {
    const key = `share-image:${await sha256Hex(url.href)}`;
    const cached = await this.env.KV.get<ShareImage>(key, "json").catch(() => null);
    if (cached) return cached;
    const failed = this.failures.get(url.host) ?? 0;
    if (this.requests >= MAX_REQUESTS || failed >= HOST_FAILURES) return null;
    this.requests++;
    const image = await this.fetchHead(url);
    this.failures.set(url.host, image.status === 0 ? failed + 1 : 0);
    // An answer is kept for a day, silence is not: it may have been ours.
    if (image.status !== 0)
      await this.env.KV.put(key, JSON.stringify(image), { expirationTtl: CACHE_SECONDS }).catch(() => {});
    return image;
  }

  private async fetchHead(url: URL): Promise<ShareImage> {
    const response = await guardedFetch(url, {
      rules: this.rules,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 3,
      headers: { accept: "image/*,*/*;q=0.5", range: `bytes=0-${HEAD_BYTES - 1}` },
    });
    if (!response.ok) return nothing(url.href);
    try {
      return await describe(url, response);
    } finally {
      response.release();
    }
  }
}

function nothing(url: string | null): ShareImage {
  return { url, status: 0, contentType: null, format: null, bytes: null, width: null, height: null };
}

async function describe(url: URL, response: FetchedResponse): Promise<ShareImage> {
  // A part of the file is as good as the whole.
  const status = response.status === 206 ? 200 : response.status;
  const answer = { ...nothing(url.href), status, contentType: response.headers.get("content-type") };
  if (status !== 200) return answer;
  const chunks: Uint8Array[] = [];
  const { end, bytes } = await readBody(response, HEAD_BYTES, (chunk) => chunks.push(chunk.slice()));
  return { ...answer, ...dimensions(join(chunks)), bytes: sizeOf(response, end === "complete" ? bytes : null) };
}

/** Bytes of the whole file, as the answer says; `read`: all of it was read. */
function sizeOf(response: FetchedResponse, read: number | null): number | null {
  const total = /\/(\d+)\s*$/.exec(response.headers.get("content-range") ?? "")?.[1];
  if (total !== undefined) return Number(total);
  if (read !== null) return read;
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  return Number.isSafeInteger(length) && length >= 0 ? length : null;
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** Format and size of an image from its first bytes; what can't be told is null. */
function dimensions(head: Uint8Array): Pick<ShareImage, "format" | "width" | "height"> {
  try {
    const { type, width, height } = imageSize(head);
    return { format: type ?? null, width, height };
  } catch {
    return { format: null, width: null, height: null };
  }
}
