import { imageSize } from "image-size";
import type { Bindings } from "../../../env";
import { sha256Hex } from "../../../lib/crypto/hash";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../../lib/time/time";
import {
  guardedFetch,
  readBody,
  type EgressRules,
  type FetchedResponse,
  type FetchFailed,
  type FetchOptions,
} from "../../../web";
import type { AuditedPage } from "../../model/page/page";
import { isFaultless, type ShareImage } from "../../model/page/share-image";

const TIMEOUT_MS = 4 * SECOND_MS;
/** A silent host fails all its images, so it gets more time. */
const HOST_TIMEOUT_MS = 2 * TIMEOUT_MS;
/** Every format has its dimensions near the beginning; 64 KiB leaves room for metadata before them. */
const HEAD_BYTES = 65_536;
/** Image requests after which a job hands over, to stay under its subrequest limit. */
const MAX_REQUESTS = 1_000;
const MAX_REMEMBERED = 2_000;
/** How long a response is kept: a faultless one for all runs, another one for the jobs of runs that were active then. */
const CACHE_SECONDS = { faultless: DAY_MS / SECOND_MS, faulty: HOUR_MS / SECOND_MS };

/** A response as it is kept. Earlier releases kept no time. */
type Kept = ShareImage & { at?: number };

/**
 * Checks share images: each URL once per job, and a faultless one once per day over all runs (cached in KV). One with a fault
 * is looked at again by every run, because its owner may have mended it. Image hosts are often not the site's own, so any
 * public host may be requested, but only for the image's first bytes. The result depends only on the image and its host, never
 * on the order of pages.
 *
 * A run with its own headers or origin shares nothing: redirects may lead it from any URL to something that only it sees.
 */
export class ShareImages {
  private readonly known = new Map<string, Promise<ShareImage>>();
  private readonly hosts = new Map<string, Promise<boolean>>();
  private requests = 0;
  private readonly rules: EgressRules;
  private readonly shares: boolean;

  constructor(
    private readonly env: Pick<Bindings, "KV">,
    rules: EgressRules,
    /** When the run started, epoch ms. */
    private readonly startedAt: number,
  ) {
    this.rules = { ...rules, anyPublicHost: true };
    this.shares = rules.access === undefined && rules.via === null;
  }

  /** Whether the job has used up its image requests. Checks in progress still finish. */
  get isSpent(): boolean {
    return this.requests >= MAX_REQUESTS;
  }

  /** Checks the share image of a page; null: it has none. */
  async look(page: AuditedPage): Promise<ShareImage | null> {
    if (!page.html || page.previewImage === null) return null;
    const url = URL.parse(page.previewImage, page.url);
    if (!url || !/^https?:$/.test(url.protocol)) return nothing(null);
    url.hash = "";
    let known = this.known.get(url.href);
    if (!known) {
      if (this.known.size >= MAX_REMEMBERED) this.known.clear();
      this.known.set(url.href, (known = this.cachedOrFetched(url)));
    }
    return known;
  }

  private async cachedOrFetched(url: URL): Promise<ShareImage> {
    const key = `share-image:${await sha256Hex(url.href)}`;
    const cached = this.shares ? await this.env.KV.get<Kept>(key, "json").catch(() => null) : null;
    if (cached) {
      const { at = 0, ...image } = cached;
      if (isFaultless(image) || at >= this.startedAt) return image;
    }
    if (!(await this.isUp(url))) return nothing(url.href);
    const image = await this.fetchHead(url);
    // A response is cached. A missing response is not, because the fault may be ours.
    const expirationTtl = isFaultless(image) ? CACHE_SECONDS.faultless : CACHE_SECONDS.faulty;
    const kept: Kept = { ...image, at: Date.now() };
    if (this.shares && image.status !== 0)
      await this.env.KV.put(key, JSON.stringify(kept), { expirationTtl }).catch(() => {});
    return image;
  }

  /**
   * Whether an image's host responds at all, with any status. A silent host would hold up the run for each of its
   * images, so it is probed before the first one, and then all of them count as silent. The site's own hosts have
   * already responded.
   */
  private isUp({ host, origin }: URL): Promise<boolean> {
    if (this.rules.hosts.has(host)) return Promise.resolve(true);
    let up = this.hosts.get(origin);
    if (!up) {
      if (this.hosts.size >= MAX_REMEMBERED) this.hosts.clear();
      this.hosts.set(origin, (up = this.answers(new URL(origin))));
    }
    return up;
  }

  /** A refusal by our own egress rules is not silence: they apply to each image separately. */
  private async answers(home: URL): Promise<boolean> {
    const response = await this.ask(home, { method: "HEAD", timeoutMs: HOST_TIMEOUT_MS });
    if (response.ok) response.release();
    return response.ok || (response.failure !== "timeout" && response.failure !== "unreachable");
  }

  /** Retries a broken connection once: one lost packet is not a finding. */
  private async ask(url: URL, options: Omit<FetchOptions, "rules">): Promise<FetchedResponse | FetchFailed> {
    const once = () => {
      this.requests++;
      return guardedFetch(url, { rules: this.rules, ...options });
    };
    const first = await once();
    return first.ok || first.failure !== "unreachable" ? first : once();
  }

  private async fetchHead(url: URL): Promise<ShareImage> {
    const response = await this.ask(url, {
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
  // A partial response counts as success.
  const status = response.status === 206 ? 200 : response.status;
  const answer = { ...nothing(url.href), status, contentType: response.headers.get("content-type") };
  if (status !== 200) return answer;
  const chunks: Uint8Array[] = [];
  const { end, bytes } = await readBody(response, HEAD_BYTES, (chunk) => chunks.push(chunk.slice()));
  return { ...answer, ...dimensions(join(chunks)), bytes: sizeOf(response, end === "complete" ? bytes : null) };
}

/** Size of the whole file in bytes, from the response headers. `read`: bytes read, if that was the whole file. */
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

/** Format and dimensions of an image from its first bytes; null if unknown. */
function dimensions(head: Uint8Array): Pick<ShareImage, "format" | "width" | "height"> {
  try {
    const { type, width, height } = imageSize(head);
    return { format: type ?? null, width, height };
  } catch {
    return { format: null, width: null, height: null };
  }
}
