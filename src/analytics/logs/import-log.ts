import { ApiError } from "../../errors/api-error";
import type { DomainRow } from "../../accounts";
import type { Bindings } from "../../env";
import { plainHost } from "../../lib/hosts/domain";
import { isAssetPath } from "../../web";
import { isPrivateIp } from "../../lib/hosts/ip";
import { visitingCrawler, type Crawler } from "../catalogue/classify";
import type { LogEntry, LogFault, LogFormat } from "../core/logs/log-entry";
import { responseForm, type ResponseForm } from "../core/response-form";
import { LogReader } from "../core/logs/log-reader";
import { assistantOf } from "../core/referral";
import { timeIssue } from "../core/visit-time";
import { countedPath } from "../core/visit-path";
import { recordVisits, type VisitEvent } from "../count/record-visits";
import type { ReferralEvent } from "../core/referral-event";
import { LineIds } from "./line-ids";
import type { LogsResponse } from "./schemas";

/** Most lines per call. */
const MAX_LINES = 20_000;
/** Events that are queued together. */
const EVENTS_A_SEND = 200;
const EXAMPLES = 5;
const EXAMPLE_LENGTH = 200;
const MAX_AGENTS = 2_000;

/**
 * Counts the crawlers' requests in a piece of an access log as reported visits, and people whom assistants sent. The
 * rest of the log is not stored. Repeating a call changes nothing.
 * @throws ApiError `payload_too_large`.
 */
export async function importLog(
  env: Pick<Bindings, "VISIT_QUEUE">,
  domain: DomainRow,
  lines: AsyncIterable<string>,
  format: LogFormat | null,
  now: number,
): Promise<LogsResponse> {
  const log = new LogImport(domain, new LogReader(format), now);
  let waiting: Array<VisitEvent | ReferralEvent> = [];
  const send = async () => {
    if (!(await recordVisits(env.VISIT_QUEUE, waiting))) throw new Error("the visits could not be queued");
    waiting = [];
  };
  for await (const line of lines) {
    const event = log.take(line);
    if (event) waiting.push(event);
    if (waiting.length >= EVENTS_A_SEND) await send();
  }
  if (waiting.length > 0) await send();
  return log.answer();
}

class LogImport {
  private readonly ids = new LineIds();
  /** Requests that already had a line in this call. */
  private readonly requests = new Set<string>();
  private readonly crawlers = new Map<string, Crawler | null>();
  private readonly formats = new Map<LogFormat, number>();
  private readonly sums = {
    lines: 0,
    accepted: 0,
    referrals: 0,
    ignored: 0,
    otherHosts: 0,
    outOfRange: 0,
    malformed: 0,
  };
  private readonly examples: LogsResponse["examples"] = [];

  constructor(
    private readonly domain: DomainRow,
    private readonly reader: LogReader,
    private readonly now: number,
  ) {}

  /** What a line counts as; null if it is not counted. */
  take(line: string): VisitEvent | ReferralEvent | null {
    const entry = this.reader.read(line);
    if (entry === null) {
      this.ids.note(line);
      return null;
    }
    if (++this.sums.lines > MAX_LINES) {
      const message = `The body has more than ${MAX_LINES} lines; send the log in smaller pieces.`;
      throw new ApiError("payload_too_large", message);
    }
    if (typeof entry === "string") return this.refuse(line, entry);
    this.formats.set(entry.format, (this.formats.get(entry.format) ?? 0) + 1);
    if (entry.host !== null && !this.isOwnHost(entry.host)) return this.skip("otherHosts");
    const crawler = this.crawlerOf(entry.userAgent);
    const assistant = crawler || entry.userAgent === null ? null : this.assistantOf(entry);
    if (!crawler && !assistant) return this.skip("ignored");
    if (timeIssue(entry.at, this.now)) return this.skip("outOfRange");
    const asked = crawler ? entry.path.split("#", 1)[0]! : entry.path.split(/[?#]/, 1)[0]!;
    const path = countedPath(asked, this.domain.ignoredParameters);
    if (path === null) return this.refuse(line, "request");
    const id = entry.requestId === undefined ? this.ids.idOf(line) : `log:${entry.format}:${entry.requestId}`;
    if (this.requests.has(id)) return this.skip("ignored");
    if (entry.requestId !== undefined) this.requests.add(id);
    this.sums[crawler ? "accepted" : "referrals"]++;
    const shared = { id, domainId: this.domain.id, at: Math.min(entry.at, this.now), path };
    if (!crawler) return { ...shared, assistant: assistant!, way: "reported" };
    return { ...shared, ...crawler, ...visitFields(entry), ...formOf(path), reported: true, imported: true };
  }

  answer(): LogsResponse {
    const formats = [...this.formats].map(([format, lines]) => ({ format, lines })).sort((a, b) => b.lines - a.lines);
    return { ...this.sums, examples: this.examples, formats };
  }

  private skip(sum: "otherHosts" | "ignored" | "outOfRange"): null {
    this.sums[sum]++;
    return null;
  }

  private refuse(text: string, reason: LogFault): null {
    this.sums.malformed++;
    const { lines } = this.sums;
    if (this.examples.length < EXAMPLES)
      this.examples.push({ line: lines, reason, text: text.slice(0, EXAMPLE_LENGTH) });
    return null;
  }

  /** Logs repeat a few user agents. */
  private crawlerOf(userAgent: string | null): Crawler | null {
    if (userAgent === null) return null;
    const known = this.crawlers.get(userAgent);
    if (known !== undefined) return known;
    if (this.crawlers.size >= MAX_AGENTS) this.crawlers.clear();
    const crawler = visitingCrawler(userAgent);
    this.crawlers.set(userAgent, crawler);
    return crawler;
  }

  /** Files, redirects and errors are not pages that a person saw, and people request pages with GET. */
  private assistantOf({ method, referrer, path, status }: LogEntry): string | null {
    if ((method !== null && method.toUpperCase() !== "GET") || isAssetPath(path)) return null;
    if (status !== null && ((status >= 300 && status < 400 && status !== 304) || status >= 500)) return null;
    return assistantOf(referrer, path)?.id ?? null;
  }

  /** Logs contain the port only sometimes. */
  private isOwnHost(host: string): boolean {
    const own = this.domain.domain;
    const named = plainHost(host);
    return named === own || named.replace(/:\d+$/, "") === own.replace(/:\d+$/, "");
  }
}

function visitFields({ ip, status, cached }: LogEntry): Pick<VisitEvent, "servedBy" | "status" | "ip"> {
  return {
    // A site that serves its own pages renders them anew, unless its CDN says that it had a copy.
    servedBy: cached ? "cache" : "render",
    ...(status !== null && { status }),
    ...(ip !== null && isPrivateIp(ip) === false && { ip }),
  };
}

/** Files for crawlers, which are recognized by their paths. */
const NAMED_FORMS: ReadonlySet<ResponseForm> = new Set(["robots_txt", "sitemap", "llms_txt"]);

function formOf(path: string): Pick<VisitEvent, "form"> {
  const form = responseForm(path.replace(/[?#].*$/s, ""), null);
  return NAMED_FORMS.has(form) ? { form } : {};
}
