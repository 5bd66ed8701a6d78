const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export interface HeldHostname {
  id: string;
  hostname: string;
  createdAt: number;
  /** When its validation began. */
  since: number;
  status: string;
  ssl: { method: string; status: string };
}

/** What goes wrong with a request: before it does anything, after, or never. */
export type Fault = "busy" | "broken" | "half" | "lost" | null;

interface Options {
  zone: string;
  token: string;
  /** Custom hostnames that the zone may have, and certificates per minute. */
  quota?: number;
  perMinute?: number;
  /** Calls per five minutes. */
  calls?: number;
  now?: () => number;
}

/**
 * The part of Cloudflare's API that is about custom hostnames, written from its documentation: paths and bodies from the API
 * reference, statuses and codes from "Status codes - Custom hostnames", limits from "Rate limits" (1,200 calls in five minutes, then
 * five minutes of 429) and "Troubleshooting" (15 certificates per minute, then 30 seconds of refusal), deletion from "Backoff
 * schedule". It takes and returns requests as `fetch` does, so it runs behind a server and in simulations.
 */
export class CustomHostnamesApi {
  readonly held = new Map<string, HeldHostname>();
  /** Hostnames whose DNS points to the zone, and those that another zone has. */
  readonly pointing = new Set<string>();
  readonly elsewhere = new Set<string>();
  /** Per hostname, how often it was created; ids that were changed or deleted; answers by status. */
  readonly creations = new Map<string, number>();
  readonly touched = new Set<string>();
  readonly answered: Record<string, number> = {};
  readonly faults: Record<string, number> = {};
  /** Chooses what goes wrong. */
  fault: (request: Request) => Fault = () => null;
  private ids = 0;
  private window = { from: 0, calls: 0, blockedUntil: 0 };
  private issued: number[] = [];
  private issueBlockedUntil = 0;
  private readonly now: () => number;
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
    this.now = options.now ?? (() => Date.now());
  }

  /** Adds a hostname by hand, as the operator does in Cloudflare's dashboard. */
  addByHand(hostname: string): HeldHostname {
    return this.add(hostname, "http");
  }

  async answer(request: Request): Promise<Response> {
    const fault = this.fault(request);
    if (fault !== null) this.faults[fault] = (this.faults[fault] ?? 0) + 1;
    const response = fault === "busy" ? busy(7) : fault === "broken" ? gateway() : await this.done(request);
    this.answered[response.status] = (this.answered[response.status] ?? 0) + 1;
    if (fault === "lost") throw new TypeError("connection reset");
    return fault === "half" ? gateway() : response;
  }

  private async done(request: Request): Promise<Response> {
    const wait = this.overLimit();
    if (wait > 0) return busy(wait);
    if (request.headers.get("authorization") !== `Bearer ${this.options.token}`)
      return failed(403, 10000, "Authentication error");
    const url = new URL(request.url);
    const path = /^(?:\/client\/v4)?\/zones\/([^/]+)\/custom_hostnames(?:\/([^/]+))?$/.exec(url.pathname);
    if (path?.[1] !== this.options.zone)
      return failed(404, 7003, "Could not route to /zones, perhaps your object identifier is invalid?");
    const id = path[2];
    if (id === undefined) return request.method === "POST" ? this.create(await request.json()) : this.list(url);
    const one = this.held.get(id);
    if (!one) return failed(404, 1436, "The custom hostname was not found.");
    this.progress(one);
    if (!this.held.has(id)) return failed(404, 1436, "The custom hostname was not found.");
    if (request.method === "DELETE") {
      this.touched.add(id);
      this.held.delete(id);
      return Response.json({ id });
    }
    if (request.method === "PATCH") return this.validateAgain(one, await request.json());
    return done(200, this.shown(one));
  }

  private create(body: {
    hostname?: unknown;
    ssl?: { method?: string; type?: string; cloudflare_branding?: boolean };
  }): Response {
    const { hostname, ssl } = body;
    if (typeof hostname !== "string" || !/^(?=.{1,255}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname))
      return failed(400, 1407, "Invalid custom hostname.");
    if (/(?:^|\.)(?:test|example|invalid|localhost)$/.test(hostname))
      return failed(
        400,
        1409,
        "Reserved top domain custom hostnames, such as 'test', 'example', 'invalid' or 'localhost', is not supported.",
      );
    if (/(?:^|\.)example\.(?:com|net|org)$/.test(hostname))
      return failed(400, 1411, "Custom hostnames ending in example.com, example.net, or example.org are prohibited.");
    if (!ssl?.method || ssl.type !== "dv")
      return failed(400, 1440, "Both validation type and validation method are required.");
    if (hostname.length > 64 && !ssl.cloudflare_branding)
      return failed(400, 1469, "Since no host is 64 characters or fewer, Cloudflare Branding is required.");
    if (this.find(hostname) || this.elsewhere.has(hostname))
      return failed(409, 1406, "Duplicate custom hostname found.");
    if (this.held.size >= (this.options.quota ?? Infinity)) return failed(403, 1405, "Quota exceeded.");
    const now = this.now();
    if (now < this.issueBlockedUntil) return busy(Math.ceil((this.issueBlockedUntil - now) / 1_000));
    this.issued = this.issued.filter((at) => at > now - MINUTE_MS);
    if (this.issued.length >= (this.options.perMinute ?? 15)) {
      this.issueBlockedUntil = now + 30_000;
      return busy(30);
    }
    this.issued.push(now);
    this.creations.set(hostname, (this.creations.get(hostname) ?? 0) + 1);
    return done(201, this.shown(this.add(hostname, ssl.method)));
  }

  private add(hostname: string, method: string): HeldHostname {
    const id = `ch${String(++this.ids).padStart(30, "0")}`;
    const now = this.now();
    const one = {
      id,
      hostname,
      createdAt: now,
      since: now,
      status: "pending",
      ssl: { method, status: "initializing" },
    };
    this.held.set(id, one);
    return one;
  }

  private list(url: URL): Response {
    const hostname = url.searchParams.get("hostname");
    const all = [...this.held.values()].filter((one) => hostname === null || one.hostname === hostname);
    const [page, perPage] = [Number(url.searchParams.get("page") ?? 1), Number(url.searchParams.get("per_page") ?? 20)];
    const part = all.slice((page - 1) * perPage, page * perPage);
    for (const one of part) this.progress(one);
    const info = { page, per_page: perPage, count: part.length, total_count: all.length };
    return done(
      200,
      part.map((one) => this.shown(one)),
      { result_info: info },
    );
  }

  private validateAgain(one: HeldHostname, { ssl }: { ssl?: { method?: string; type?: string } }): Response {
    if (!ssl?.method || !ssl.type) return failed(400, 1440, "Both validation type and validation method are required.");
    this.touched.add(one.id);
    one.since = this.now();
    if (one.status === "moved") one.status = "pending";
    if (one.ssl.status === "validation_timed_out") one.ssl.status = "pending_validation";
    return done(202, this.shown(one));
  }

  find(hostname: string): HeldHostname | undefined {
    for (const one of this.held.values()) if (one.hostname === hostname) return one;
    return undefined;
  }

  /** What time and DNS have made of a hostname. */
  private progress(one: HeldHostname): void {
    const ageMs = this.now() - one.since;
    const points = this.pointing.has(one.hostname);
    if (one.status === "active" && !points) [one.status, one.since] = ["moved", this.now()];
    else if (one.status === "moved" && ageMs > 7 * DAY_MS) this.held.delete(one.id);
    else if (one.status === "pending" && points) one.status = "active";
    else if (one.status === "pending" && ageMs > 7 * DAY_MS) this.held.delete(one.id);
    if (one.ssl.status === "initializing") one.ssl.status = "pending_validation";
    else if (one.status === "active" && one.ssl.status === "pending_validation") one.ssl.status = "pending_issuance";
    else if (one.ssl.status === "pending_issuance") one.ssl.status = "active";
  }

  private shown({ id, hostname, createdAt, status, ssl }: HeldHostname) {
    const token = `token-${id}`;
    const isPending = status === "pending";
    const records =
      ssl.status === "pending_validation"
        ? ssl.method === "txt"
          ? [{ txt_name: `_acme-challenge.${hostname}`, txt_value: token }]
          : [{ http_url: `http://${hostname}/.well-known/pki-validation/${id}.txt`, http_body: token }]
        : undefined;
    return {
      id,
      hostname,
      status,
      created_at: new Date(createdAt).toISOString(),
      ...(isPending && {
        verification_errors: ["custom hostname does not CNAME to this zone."],
        ownership_verification: { type: "txt", name: `_cf-custom-hostname.${hostname}`, value: token },
        ownership_verification_http: {
          http_url: `http://${hostname}/.well-known/cf-custom-hostname-challenge/${id}`,
          http_body: token,
        },
      }),
      ssl: { id: `ssl${id}`, type: "dv", ...ssl, wildcard: false, ...(records && { validation_records: records }) },
    };
  }

  /** Seconds to wait; 0: the call is within the limit. */
  private overLimit(): number {
    const now = this.now();
    if (now < this.window.blockedUntil) return Math.ceil((this.window.blockedUntil - now) / 1_000);
    if (now >= this.window.from + 5 * MINUTE_MS) this.window = { from: now, calls: 0, blockedUntil: 0 };
    if (++this.window.calls <= (this.options.calls ?? 1_200)) return 0;
    this.window.blockedUntil = now + 5 * MINUTE_MS;
    return 300;
  }
}

const done = (status: number, result: unknown, more: object = {}) =>
  Response.json({ success: true, errors: [], messages: [], result, ...more }, { status });
const failed = (status: number, code: number, message: string) =>
  Response.json({ success: false, errors: [{ code, message }], messages: [], result: null }, { status });
const busy = (seconds: number) =>
  Response.json(
    {
      success: false,
      errors: [{ code: 10013, message: "More than 1200 requests per 300 seconds reached." }],
      messages: [],
      result: null,
    },
    { status: 429, headers: { "retry-after": String(seconds) } },
  );
const gateway = () =>
  new Response("<html><h1>502 Bad Gateway</h1></html>", { status: 502, headers: { "content-type": "text/html" } });
