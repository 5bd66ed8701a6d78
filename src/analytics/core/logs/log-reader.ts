import { readCombined } from "./combined-line";
import { readJsonLine } from "./json-line";
import type { LogEntry, LogFault, LogFormat } from "./log-entry";
import { readW3c, w3cFields, type W3cFields } from "./w3c-line";

/** Longest line that is read, in characters. Servers reject far shorter request lines. */
export const MAX_LINE = 16_384;
const FIELDS = "#Fields:";
/** CloudFront writes 33 fields, and wrote 24 in its first version. */
const MIN_TABS = 20;

const JSON_FORMATS: ReadonlySet<LogFormat> = new Set(["caddy", "vercel", "netlify", "cloudflare", "json"]);

/** Reads the lines of a log in order, and recognises the format of each, unless the caller names it. */
export class LogReader {
  private fields: W3cFields | null;

  constructor(private readonly format: LogFormat | null) {
    this.fields = format === "w3c" ? w3cFields() : null;
  }

  /** Null for lines that are not requests: empty lines and comments. */
  read(line: string): LogEntry | LogFault | null {
    if (line.length > MAX_LINE) return "too_long";
    if (line.startsWith(FIELDS)) this.fields = w3cFields(line.slice(FIELDS.length));
    if (line === "" || line.startsWith("#")) return null;
    if (this.isJson(line)) return readJsonLine(line);
    if (this.format !== null && this.format !== "w3c") return readCombined(line);
    this.fields ??= line.split("\t", MIN_TABS + 1).length > MIN_TABS ? w3cFields() : null;
    return this.fields ? readW3c(line, this.fields) : readCombined(line);
  }

  private isJson(line: string): boolean {
    return this.format === null ? line.startsWith("{") : JSON_FORMATS.has(this.format);
  }
}
