/**
 * What a page with its frames and workers may make the browser report during one render. A request is about eight messages,
 * an inline image about four, two of which have its whole URL.
 */
export const REPORT_LIMITS = {
  messages: 20_000,
  /** Characters of all messages. */
  chars: 32 * 1024 * 1024,
  /** Characters of one event. Longer ones are counted, but not read. */
  event: 256 * 1024,
  /** Requests with an endless URL: see ENDLESS_URL. Each keeps the browser busy for a tenth of a second. */
  endlessUrls: 3,
} as const;

/** Characters of a URL that no server takes: most refuse a hundredth of it. */
export const ENDLESS_URL = 128 * 1024;

/** Counts what one page makes the browser report. `onOver` is called once per render that goes over a limit. */
export class ReportMeter {
  private messages = 0;
  private chars = 0;
  private endlessUrls = 0;
  private isOver = false;

  constructor(private readonly onOver: () => void) {}

  /** A new render begins. */
  reset(): void {
    this.messages = 0;
    this.chars = 0;
    this.endlessUrls = 0;
    this.isOver = false;
  }

  /** How much of the limits is used up, 0 to 1 and more. */
  get share(): number {
    const { messages, chars, endlessUrls } = REPORT_LIMITS;
    return Math.max(this.messages / messages, this.chars / chars, this.endlessUrls / endlessUrls);
  }

  /** Counts a message. Returns false when the page is over its limits. */
  count(chars: number, isEndlessUrl = false): boolean {
    this.messages++;
    this.chars += chars;
    if (isEndlessUrl) this.endlessUrls++;
    const isOver = this.share > 1;
    if (isOver && !this.isOver) {
      this.isOver = true;
      this.onOver();
    }
    return !isOver;
  }
}

/** The events that we listen to. The browser sends more than twice as many. */
export const WANTED_EVENTS: ReadonlySet<string> = new Set([
  "Target.attachedToTarget",
  "Target.detachedFromTarget",
  "Fetch.requestPaused",
  "Inspector.targetCrashed",
  "Network.requestWillBeSent",
  "Network.responseReceived",
  "Network.responseReceivedExtraInfo",
  "Network.dataReceived",
  "Network.loadingFinished",
  "Network.loadingFailed",
  "Network.eventSourceMessageReceived",
  "Network.webSocketCreated",
  "Network.webSocketFrameReceived",
  "Network.webSocketFrameSent",
  "Network.webSocketClosed",
  "Page.frameNavigated",
  "Page.frameStartedLoading",
  "Page.frameDetached",
  "Page.loadEventFired",
  "Page.navigatedWithinDocument",
  "Page.javascriptDialogOpening",
]);

const EVENT = '{"method":"';

/** The session is last in a message. Inside a page's text, the quotes would be escaped. */
const SESSION = /"sessionId":"(\w{1,64})"\}$/;
const CONTEXT = /"browserContextId":"(\w{1,64})"/;
const PAUSED = /^\{"method":"Fetch\.requestPaused","params":\{"requestId":"([\w.-]{1,100})"/;
/** Inline data has no server, and may be long. */
const PAUSED_URL = new RegExp(`${PAUSED.source},"request":\\{"url":"(?=https?:)`);

/** Whether a message pauses a request whose URL is endless. A URL has no quotes: they would be escaped in it. */
function pausesEndlessUrl(message: string): boolean {
  const start = PAUSED_URL.exec(message.slice(0, 250))?.[0].length;
  return start !== undefined && message.indexOf('"', start) - start > ENDLESS_URL;
}

/**
 * Decides which of a browser's messages are read. All pages share one socket, so a message of a page is counted before
 * it is parsed: reading what a single page can make the browser report could take longer than the other pages have.
 */
export class ReportMeters {
  private readonly bySession = new Map<string, ReportMeter>();
  private readonly byContext = new Map<string, ReportMeter>();

  /** @param refuse Fails a paused request whose event was too long to read. */
  constructor(private readonly refuse: (sessionId: string, requestId: string) => void) {}

  /** From now on, the session's messages count towards this meter. */
  watch(sessionId: string, meter: ReportMeter): void {
    this.bySession.set(sessionId, meter);
  }

  forget(sessionId: string): void {
    this.bySession.delete(sessionId);
  }

  /** The same for long messages of the browser's own session about this context. */
  watchContext(contextId: string, meter: ReportMeter): void {
    this.byContext.set(contextId, meter);
  }

  forgetContext(contextId: string): void {
    this.byContext.delete(contextId);
  }

  /** Whether a message should be read. */
  passes(message: string): boolean {
    const event = message.startsWith(EVENT) ? message.slice(EVENT.length, message.indexOf('"', EVENT.length)) : null;
    const isLong = event !== null && message.length > REPORT_LIMITS.event;
    const sessionId = SESSION.exec(message.slice(-100))?.[1] ?? "";
    const meter = this.bySession.get(sessionId) ?? (isLong ? this.contextMeter(message) : undefined);
    const isWithin = meter?.count(message.length, isLong && pausesEndlessUrl(message)) ?? true;
    // A reply or the end of a session releases what waits for it. No reply that we request is as long as all reports.
    if (event === null || event === "Target.detachedFromTarget") return message.length <= REPORT_LIMITS.chars;
    if (!isLong) return isWithin && WANTED_EVENTS.has(event);
    const requestId = isWithin && PAUSED.exec(message.slice(0, 200))?.[1];
    if (requestId) this.refuse(sessionId, requestId);
    return false;
  }

  private contextMeter(message: string): ReportMeter | undefined {
    return this.byContext.get(CONTEXT.exec(message.slice(-500))?.[1] ?? "");
  }
}
