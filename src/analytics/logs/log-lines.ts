import { MAX_LINE } from "../core/logs/log-reader";

/** Yields the lines of a text that comes in pieces. Of a line that is too long, keeps only enough to detect that. */
export async function* logLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf("\n"); end >= 0; end = piece.indexOf("\n", start)) {
      yield withoutReturn(rest + piece.slice(start, end));
      rest = "";
      start = end + 1;
    }
    rest = (rest + piece.slice(start)).slice(0, MAX_LINE + 2);
  }
  if (rest !== "") yield withoutReturn(rest);
}

const withoutReturn = (line: string) => (line.endsWith("\r") ? line.slice(0, -1) : line);
