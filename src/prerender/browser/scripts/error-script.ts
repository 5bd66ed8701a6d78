const MAX_LINES = 20;
const MAX_LINE = 300;

/** A page's errors and console.error messages, one line each. */
export interface PageErrors {
  errors: string[];
  consoleErrors: string[];
}

/**
 * The part of the readiness script that keeps the first line of uncaught errors and of what the page writes with
 * console.error, truncated. The browser would report them whole, however long they are.
 */
export const ERROR_SCRIPT = `
  const tellErrors = (() => {
    const slice = method(String, "slice"), indexOf = method(String, "indexOf"), tagOf = method(Object, "toString");
    const messageOf = getter(ErrorEvent, "message"), errorOf = getter(ErrorEvent, "error");
    const reasonOf = getter(PromiseRejectionEvent, "reason"), isHandled = getter(Event, "defaultPrevented");
    const lineOf = (text) => {
      const short = slice(text, 0, ${MAX_LINE}), end = indexOf(short, "\\n");
      return end < 0 ? short : slice(short, 0, end);
    };
    const describe = (value) => {
      try {
        if (typeof value === "string") return lineOf(value);
        if ((typeof value !== "object" || value === null) && typeof value !== "function") return lineOf(\`\${typeof value === "symbol" ? "symbol" : value}\`);
        const { stack } = value;
        return typeof stack === "string" && stack !== "" ? lineOf(stack) : slice(tagOf(value), 8, -1);
      } catch { return "unknown"; }
    };
    const list = () => ({ __proto__: null, length: 0 });
    const errors = list(), written = list();
    const note = (lines, line, event) => {
      if (lines.length < ${MAX_LINES}) lines[lines.length++] = { __proto__: null, line, event };
    };
    const listen = (type, lineOfEvent) => window.addEventListener(type, (event) => {
      // Pages dispatch such events themselves; the browser's own ones can't be forged.
      // One that is handled already was too long for the browser.
      if (event.isTrusted) note(errors, lineOfEvent(event), isHandled(event) ? undefined : event);
    });
    listen("error", (event) => describe(errorOf(event) ?? messageOf(event)));
    listen("unhandledrejection", (event) => describe(reasonOf(event)));
    console.error = function error(...args) {
      let line = "";
      for (let i = 0; i < args.length && line.length < ${MAX_LINE}; i++) line += (i > 0 ? " " : "") + describe(args[i]);
      note(written, lineOf(line));
    };
    const told = (lines) => {
      const out = list();
      for (let i = 0; i < lines.length; i++) {
        const { line, event } = lines[i];
        // What the page handled itself is not an error to it.
        if (event === undefined || !isHandled(event)) out[out.length++] = line;
      }
      return out;
    };
    return () => ({ __proto__: null, errors: told(errors), consoleErrors: told(written) });
  })();`;

/** Returns the texts of the page's errors; null in a document without the script. */
export const TELL_ERRORS = "window.__crawlready?.tellErrors?.() ?? null";

/** What a page returned for TELL_ERRORS. The page may have tampered with it. */
export function pageErrors(told: unknown): PageErrors {
  const { errors, consoleErrors } = (told ?? {}) as Record<string, unknown>;
  return { errors: linesOf(errors), consoleErrors: linesOf(consoleErrors) };
}

function linesOf(lines: unknown): string[] {
  return Object.values(lines ?? {})
    .filter((line) => typeof line === "string")
    .slice(0, MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE));
}
