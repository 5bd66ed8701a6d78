import { LOG_AGENTS } from "./log-agents.ts";

/** What a log's crawlers and referred people add up to, counted while the log is written. */
export interface LogTally {
  lines: number;
  crawlers: number;
  people: number;
  malformed: number;
  /** `day provider` → visits. */
  byDay: Record<string, number>;
}

export interface LogOptions {
  seed: number;
  lines: number;
  /** Epoch ms of the first and of the last line. */
  from: number;
  to: number;
  paths: number;
}

/** A small generator of equal numbers for equal seeds. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const two = (value: number) => String(value).padStart(2, "0");

/** `22/Nov/2026:10:00:00 +0000`. */
function stamp(at: number): string {
  const t = new Date(at);
  const day = `${two(t.getUTCDate())}/${MONTHS[t.getUTCMonth()]}/${t.getUTCFullYear()}`;
  return `${day}:${two(t.getUTCHours())}:${two(t.getUTCMinutes())}:${two(t.getUTCSeconds())} +0000`;
}

/**
 * Yields the lines of a `combined` log in the order of time: mostly people, some crawlers, some people whom ChatGPT
 * sent, some broken lines. A few requests come twice or thrice in a second, as equal lines. Adds all up in `tally`.
 */
export function* logHistory({ seed, lines, from, to, paths }: LogOptions, tally: LogTally): Generator<string> {
  const next = random(seed);
  let again: { line: string; count: () => void } | null = null;
  for (let i = 0; i < lines; i++) {
    tally.lines++;
    if (again && next() < 0.03) {
      again.count();
      yield again.line;
      continue;
    }
    const at = from + Math.floor(((to - from) * i) / lines);
    const path = `/products/item-${Math.floor(next() ** 2 * paths)}`;
    const kind = next();
    const broken = kind < 0.001;
    const [agent, provider] = kind < 0.08 ? LOG_AGENTS.crawlers[i % LOG_AGENTS.crawlers.length]! : LOG_AGENTS.person;
    const isReferred = provider === null && next() < 0.005;
    const ip = `198.51.100.${Math.floor(next() * 254) + 1}`;
    const line = broken
      ? `${ip} - - [broken`
      : `${ip} - - [${stamp(at)}] "GET ${path} HTTP/1.1" 200 ${1_000 + (i % 7)} "${isReferred ? "https://chatgpt.com/" : "-"}" "${agent}"`;
    const day = new Date(at).toISOString().slice(0, 10);
    const count = () => {
      if (broken) tally.malformed++;
      else if (provider !== null) {
        tally.crawlers++;
        tally.byDay[`${day} ${provider}`] = (tally.byDay[`${day} ${provider}`] ?? 0) + 1;
      } else if (isReferred) tally.people++;
    };
    count();
    again = broken ? null : { line, count };
    yield line;
  }
}

export const newTally = (): LogTally => ({ lines: 0, crawlers: 0, people: 0, malformed: 0, byDay: {} });
