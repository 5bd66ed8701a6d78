import type { WantedFile } from "../../core/pages/raw-render";

const MAX_FILES = 100;
const MAX_ADDRESS = 2_048;

/** A request of a page, as far as it tells about a file. */
interface Asked {
  type: string;
  url: string;
  method: string;
  own: boolean;
}

/** Kinds that a render does not load, so that only a later request can tell whether they are there. */
const NOT_LOADED = new Set(["Font", "Image", "Media"]);
/** Kinds whose status the render knows. */
const LOADED = new Set(["Script", "Stylesheet"]);
const DATA = new Set(["Fetch", "XHR"]);
/** An address with an ending is a file. An API may mean something by its 404. */
const ENDING = /\.[a-z][a-z\d]{1,5}$/i;

/** The files that a page asked for and whose absence would be a fault: those of its own site, by GET. */
export class WantedFiles {
  /** URL → whether it is shown as an image. */
  private readonly files = new Map<string, boolean>();

  /** A picture with a query is often made for one visitor, or counts visits. */
  asked({ type, url, method, own }: Asked): void {
    if (own && method === "GET" && NOT_LOADED.has(type) && !(type === "Image" && url.includes("?")))
      this.note(url, type === "Image");
  }

  answered({ type, url, method, own }: Asked, status: number): void {
    const isFile = LOADED.has(type) || (DATA.has(type) && ENDING.test(url.replace(/[?#].*/s, "")));
    if (own && method === "GET" && isFile && status >= 400) this.note(url, false);
  }

  private note(url: string, image: boolean): void {
    if (this.files.size < MAX_FILES && url.length <= MAX_ADDRESS && /^https?:/.test(url)) this.files.set(url, image);
  }

  clear(): void {
    this.files.clear();
  }

  list(): WantedFile[] {
    return Array.from(this.files, ([url, image]) => ({ url, image }));
  }
}
