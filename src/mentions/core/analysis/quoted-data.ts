import { visibleJson } from "../../../lib/text/strangers-text";

/**
 * A stranger's text for a model, cut to `most` UTF-16 units, as a JSON string in one line. The text can't end it: a quote,
 * a backslash, a line break or a hidden character in it is escaped.
 */
export function quotedData(text: string, most: number): string {
  return visibleJson(JSON.stringify(text.slice(0, most).toWellFormed()));
}
