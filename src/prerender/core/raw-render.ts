import type { DocumentHead } from "./document-head";

/** A script or style sheet that a page loaded. */
export interface RenderResource {
  url: string;
  type: "script" | "stylesheet";
  status: number;
  /** Bytes on the wire, as for a visitor without a copy of it. */
  bytes: number;
  /** Carries cache-control or expires. */
  cacheable: boolean;
}

/** What was read of a page once it was ready. */
export interface ReadPage {
  html: string;
  /** The page was larger than 5 MiB and `html` is empty. */
  tooLarge: boolean;
  /** prerender-* metas of the head. */
  metas: Array<[string, string]>;
  text: string;
  title: string;
  /** Of the description meta. */
  description: string;
  /** Text of the first h1. */
  heading: string;
}

/** What happened while a page was loaded. */
export interface LoadNotes {
  failedRequests: string[];
  /** Uncaught exceptions, one line each. */
  errors: string[];
  /** Messages of console.error, one line each. */
  consoleErrors: string[];
  /** Scripts and stylesheets that the page loaded. */
  resources: RenderResource[];
}

/** What the browser brought, before any judgement. */
export interface RawRender extends DocumentHead, ReadPage, LoadNotes {
  ready: "flag" | "quiet" | "deadline" | "redirect";
  /** Where the page ended up after its own scripts. */
  finalUrl: string;
}

const NO_PAGE: ReadPage = { html: "", tooLarge: false, metas: [], text: "", title: "", description: "", heading: "" };

/** What a redirect or a server error leaves of a render. */
export function headOnly(head: DocumentHead, url: string): RawRender {
  const notes: LoadNotes = { failedRequests: [], errors: [], consoleErrors: [], resources: [] };
  return { ...head, ...NO_PAGE, ...notes, ready: head.location === null ? "quiet" : "redirect", finalUrl: url };
}
