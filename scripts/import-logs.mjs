#!/usr/bin/env node
// Sends access logs to `POST /api/analytics/logs` in bounded pieces: `npx crawlready-logs --domain example.com access.log*`.
// Plain JavaScript without packages, so that it runs wherever Node 20 does.
import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createGunzip, gzipSync } from "node:zlib";

const USAGE = `Usage: crawlready-logs --domain <domain> [--url <service>] [--key-file <file>] [--format <format>] <file, or - for stdin> …

Files may be gzipped. The API key is read from CRAWLREADY_KEY or the file of --key-file. --key <API key> works too, but other
users of this machine can read the arguments of its processes. The service may stand in CRAWLREADY_URL.
Formats, which are recognised by default: common, combined, vhost_combined, w3c, caddy, vercel, netlify, cloudflare, json.`;

/** Bounds of a piece, below those of the service. */
const PIECE_LINES = 10_000;
/** Bytes of a piece as text, which leaves room for its comments, and as sent. */
const PIECE_TEXT_BYTES = 8_000_000;
const PIECE_BYTES = 1_000_000;
const MAX_LINE = 16_384;
/** Latest lines that are remembered to tell equal ones apart. Equal lines are of one second, so they are close together. */
const REMEMBERED = 200_000;
const TRIES = 8;
const LONGEST_WAIT_S = 60;
const SUMS = ["lines", "accepted", "referrals", "ignored", "otherHosts", "outOfRange", "malformed"];

/** The bytes of a file, decompressed if they are gzip. */
async function* bytesOf(file) {
  const source = file === "-" ? process.stdin : createReadStream(file);
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const all = async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) return yield* all();
  const gunzip = createGunzip();
  const fed = (async () => {
    for await (const chunk of all()) if (!gunzip.write(chunk)) await new Promise((free) => gunzip.once("drain", free));
    gunzip.end();
  })();
  fed.catch((error) => gunzip.destroy(error));
  yield* gunzip;
}

/** The lines of a file. Of longer ones, only as much as shows the service that they are too long. */
async function* linesOf(file) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of bytesOf(file)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop().slice(0, MAX_LINE + 2);
    for (const line of lines) yield line.replace(/\r$/, "").slice(0, MAX_LINE + 1);
  }
  rest += decoder.decode();
  if (rest !== "") yield rest.replace(/\r$/, "");
}

/** Counts equal lines among the latest ones of a file. */
class Seen {
  #recent = new Map();
  #older = new Map();

  /** How often the line came before. */
  add(hash) {
    const before = this.#recent.get(hash) ?? this.#older.get(hash) ?? 0;
    this.#recent.set(hash, before + 1);
    if (this.#recent.size > REMEMBERED / 2) [this.#older, this.#recent] = [this.#recent, new Map()];
    return before;
  }
}

/** Cuts a file into pieces: each with the fields of its log, and how often its lines came in earlier pieces. */
async function* piecesOf(file) {
  const seen = new Seen();
  let fields = null;
  let number = 0;
  const newPiece = () => ({ head: new Map(), fields, lines: [], numbers: [], bytes: 0 });
  let piece = newPiece();
  const done = ({ head, fields: before, lines, numbers }) => {
    const counts = [...head].filter(([, count]) => count > 0).map(([hash, count]) => `#Seen: ${hash} ${count}`);
    return { text: [...counts, ...(before ? [before] : []), ...lines, ""].join("\n"), numbers };
  };
  for await (const line of linesOf(file)) {
    number++;
    if (line === "") continue;
    if (line.startsWith("#Fields:")) fields = line;
    if (!line.startsWith("#")) {
      const hash = createHash("sha256").update(line).digest("hex").slice(0, 32);
      const before = seen.add(hash);
      if (!piece.head.has(hash)) piece.head.set(hash, before);
      piece.numbers.push(number);
    }
    piece.lines.push(line);
    piece.bytes += Buffer.byteLength(line) + 1;
    if (piece.lines.length < PIECE_LINES && piece.bytes < PIECE_TEXT_BYTES) continue;
    yield done(piece);
    piece = newPiece();
  }
  if (piece.lines.length > 0) yield done(piece);
}

/** The service numbers the lines of a piece that are not comments. */
const inFile = (answer, numbers) => ({
  ...answer,
  examples: answer.examples.map((example) => ({ ...example, line: numbers[example.line - 1] ?? example.line })),
});

/** Sends a piece until it is accepted. Sending it twice changes nothing. */
async function send(piece, { url, key }) {
  const body = gzipSync(piece.text);
  if (body.length > PIECE_BYTES) return sendHalves(piece, { url, key });
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "x-service-api-key": key, "content-type": "text/plain", "content-encoding": "gzip" },
      body,
      // The key is for this service alone.
      redirect: "manual",
    }).catch((error) => error);
    if (answer.status === 202) return [inFile(await answer.json(), piece.numbers)];
    if (answer.status >= 300 && answer.status < 400) throw new Error(redirected(answer, url));
    const again = answer instanceof Error || answer.status === 429 || answer.status >= 500;
    const why = answer instanceof Error ? (answer.cause?.message ?? answer.message) : await answer.text();
    if (!again || attempt === TRIES) throw new Error(`The service did not accept the log: ${why}`);
    const asked = answer instanceof Error ? NaN : Number(answer.headers.get("retry-after") ?? NaN);
    await pause(1_000 * Math.min(LONGEST_WAIT_S, asked > 0 ? asked : 2 ** attempt));
  }
}

/** Says where the service redirects to. */
function redirected(answer, url) {
  const location = answer.headers.get("location") ?? "";
  const target = URL.canParse(location, url) ? new URL(location, url).origin : "an address that is not a URL";
  return `The service redirects to ${target}; give --url the address of the service itself.`;
}

/** Lines that compress badly. Each half gets the comments of the whole; what the first half has, the second counts on. */
async function sendHalves(piece, service) {
  const lines = piece.text.split("\n").slice(0, -1);
  const comments = lines.filter((line) => line.startsWith("#"));
  const entries = lines.filter((line) => !line.startsWith("#"));
  if (entries.length < 2) throw new Error("A line is too long for one call.");
  const counts = new Map(comments.flatMap((line) => (line.startsWith("#Seen: ") ? [line.split(" ").slice(1)] : [])));
  const others = comments.filter((line) => !line.startsWith("#Seen: "));
  const answers = [];
  const middle = entries.length >> 1;
  for (const [from, to] of [
    [0, middle],
    [middle, entries.length],
  ]) {
    const half = entries.slice(from, to);
    const hashes = half.map((line) => createHash("sha256").update(line).digest("hex").slice(0, 32));
    const head = [...new Set(hashes)].filter((hash) => Number(counts.get(hash) ?? 0) > 0);
    const seen = head.map((hash) => `#Seen: ${hash} ${counts.get(hash)}`);
    const text = [...seen, ...others, ...half, ""].join("\n");
    answers.push(...(await send({ text, numbers: piece.numbers.slice(from, to) }, service)));
    for (const hash of hashes) counts.set(hash, Number(counts.get(hash) ?? 0) + 1);
  }
  return answers;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      domain: { type: "string" },
      url: { type: "string" },
      key: { type: "string" },
      "key-file": { type: "string" },
      format: { type: "string" },
    },
  });
  const keyFile = values["key-file"];
  const key = (
    keyFile === undefined ? (values.key ?? process.env.CRAWLREADY_KEY) : readFileSync(keyFile, "utf8")
  )?.trim();
  if (!values.domain || !key || positionals.length === 0) {
    console.error(USAGE);
    process.exit(2);
  }
  const url = new URL("/api/analytics/logs", values.url ?? process.env.CRAWLREADY_URL ?? "http://localhost:8787");
  url.searchParams.set("domain", values.domain);
  if (values.format) url.searchParams.set("format", values.format);
  for (const file of positionals) {
    const sums = Object.fromEntries(SUMS.map((name) => [name, 0]));
    const formats = new Set();
    const examples = [];
    for await (const piece of piecesOf(file))
      for (const answer of await send(piece, { url, key })) {
        for (const name of SUMS) sums[name] += answer[name];
        for (const { format } of answer.formats) formats.add(format);
        examples.push(...answer.examples.slice(0, 5 - examples.length));
      }
    console.log(JSON.stringify({ file, ...sums, formats: [...formats], examples }));
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
