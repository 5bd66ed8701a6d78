import type { AxeResult } from "./axe-result";
import type { DocumentHead } from "./document-head";

/** A script or style sheet that a page loaded. */
export interface RenderResource {
  url: string;
  type: "script" | "stylesheet";
  status: number;
  /** Bytes transferred, as for a visitor with an empty cache. */
  bytes: number;
  /** The response has cache-control or expires. */
  cacheable: boolean;
}

/** A file of the page's own site that the browser did not load, so that nothing is known about it, or that was missing. */
export interface WantedFile {
  url: string;
  /** The page shows it as an image. */
  image: boolean;
}

/** Measured by our own browser, once, on a desktop screen and a fast network: not what visitors experience. */
export interface LabVitals {
  /** Largest Contentful Paint, ms after the navigation; null: the browser reported none. */
  lcpMs: number | null;
  /** Cumulative Layout Shift: the worst window of five seconds; null: the browser can't tell. */
  cls: number | null;
}

/** What was read from a page once it was ready. */
export interface ReadPage {
  html: string;
  /** The page was larger than 5 MiB and `html` is empty. */
  tooLarge: boolean;
  /** prerender-* metas in the head. */
  metas: Array<[string, string]>;
  text: string;
  title: string;
  /** Content of the description meta tag. */
  description: string;
  /** URL of the first canonical link in the head, resolved; missing if there is no page. */
  canonical?: string;
  /** Text of the first h1. */
  heading: string;
  /** Missing if there is no page. */
  vitals?: LabVitals;
}

/** What happened while a page was loaded. */
export interface LoadNotes {
  failedRequests: string[];
  /** The page requested more than a page may, and was refused. */
  overLimit?: boolean;
  /** How many requests were sent, and how many were refused or not needed. Missing if there is no page. */
  requests?: { sent: number; refused: number };
  /** Failed requests of the page's own site that change the page, each in words. Missing if there is no page. */
  broken?: string[];
  /** The same for data of other sites. */
  brokenElsewhere?: string[];
  /** What the page's own site returns only to people who are signed in, in words; null: nothing. */
  denied?: string | null;
  /** Bytes that the page and everything it loaded took on the wire. Missing if there is no page. */
  bytes?: number;
  /** Uncaught exceptions, one line each. */
  errors: string[];
  /** Messages of console.error, one line each. */
  consoleErrors: string[];
  /** Scripts and stylesheets that the page loaded. */
  resources: RenderResource[];
  /** Files that style sheets, scripts or the page itself asked for. Missing if there is no page. */
  wanted?: WantedFile[];
}

/** How the wait for a page ended. */
export interface LoadEnd {
  ready: "flag" | "quiet" | "deadline";
  /** What was still pending when the wait ended; null: nothing. */
  pending: string | null;
  /** The request of the page's own site, as method and URL, that it still waited for at its deadline; null: none. */
  unanswered: string | null;
  /** At the end, the page was no longer changing. */
  still: boolean;
  /** At the end, the page showed that it was loading. */
  loading: boolean;
}

/** The browser's result before any judgement. */
export interface RawRender extends DocumentHead, ReadPage, LoadNotes, Partial<Omit<LoadEnd, "ready">> {
  ready: LoadEnd["ready"] | "redirect";
  /** URL of the page after its scripts ran. */
  finalUrl: string;
  /** Where a script or a meta tag sends the visitor. The page itself is still the one that redirects. */
  movedTo?: string | null;
  /** Only if requested. */
  axe?: AxeResult;
}

const NO_PAGE: ReadPage = { html: "", tooLarge: false, metas: [], text: "", title: "", description: "", heading: "" };

/** The result for a redirect or a server error, which has no page. */
export function headOnly(head: DocumentHead, url: string): RawRender {
  const notes: LoadNotes = { failedRequests: [], errors: [], consoleErrors: [], resources: [] };
  return { ...head, ...NO_PAGE, ...notes, ready: head.location === null ? "quiet" : "redirect", finalUrl: url };
}
