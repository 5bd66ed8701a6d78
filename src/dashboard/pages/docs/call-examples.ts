import { LISTS, OPERATIONS } from "../../../client/generated/operations";
import type { DescribedParameter, ListedOperation } from "./described";
import { sampleOf } from "./sample-of";

export interface CallInput {
  operation: ListedOperation;
  baseUrl: string;
  /** Names of the credentials' schemes. */
  credentials: readonly string[];
  /** Example of the JSON body. */
  body: unknown;
  takesText: boolean;
}

/** Parameters that a call needs, with an example each, by where they are sent. */
function valuesOf({ parameters = [] }: ListedOperation["described"], where: "path" | "query"): [string, unknown][] {
  return parameters.filter((each) => each.in === where && (each.required || where === "path")).map(exampleOf);
}

function exampleOf({ name, example, schema = {} }: DescribedParameter): [string, unknown] {
  if (example !== undefined) return [name, example];
  const sample = sampleOf(schema, {}, name);
  // What only the caller knows is named, as in shells.
  return [name, sample === "…" ? name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase() : sample];
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The call as a command for curl, one option per line. */
export function curlCall({ operation, baseUrl, credentials, body, takesText }: CallInput): string {
  const { method, path, tag, described } = operation;
  const types = Object.keys(described.responses["200"]?.content ?? {});
  const lines = [`curl ${quoted(baseUrl + pathAndQuery(operation))}`];
  if (method === "HEAD") lines.push("--head");
  else if (method !== "GET" && (method !== "POST" || (body === undefined && !takesText))) lines.push(`-X ${method}`);
  if (types.includes("text/event-stream")) lines.push("--no-buffer");
  if (types.includes("application/zip")) lines.push("-o answer.zip");
  lines.push(...credentialOptions(credentials));
  if (tag === "Sign-in" && method === "POST") lines.push("-c cookies.txt");
  if (body !== undefined) lines.push("-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(body))}`);
  // A file's lines stay as they are, and browsers' forms are not what the API reads.
  if (takesText)
    lines.push("-H 'content-type: text/plain'", `--data-binary @${path.endsWith("logs") ? "access.log" : "body.txt"}`);
  return lines.join(" \\\n  ");
}

function credentialOptions(credentials: readonly string[]): string[] {
  if (credentials.includes("apiKey")) return ["-H 'x-service-api-key: crk_your-key'"];
  if (credentials.includes("operator")) return ['-H "authorization: Bearer $ADMIN_TOKEN"'];
  return credentials.includes("session") ? ["-b cookies.txt"] : [];
}

function pathAndQuery({ path, described }: ListedOperation): string {
  const values = new Map(valuesOf(described, "path").map(([name, value]) => [name, String(value)]));
  const filled = path.replaceAll(/\{(\w+)\}/g, (all, name: string) => {
    const value = values.get(name) ?? all;
    // A whole address is put into a path unchanged.
    return /^https?:/.test(value) ? value : encodeURIComponent(value);
  });
  const query = valuesOf(described, "query").map(([name, value]) => [name, String(value)]);
  return query.length > 0 ? `${filled}?${new URLSearchParams(query).toString()}` : filled;
}

/** The call with the typed client; null for operations that it does not have. */
export function clientCall({ operation: { id, described }, body, takesText }: CallInput): string | null {
  if (!Object.hasOwn(OPERATIONS, id)) return null;
  const [path, query] = [valuesOf(described, "path"), valuesOf(described, "query")];
  const args = {
    ...(path.length > 0 && { path: Object.fromEntries(path) }),
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
    ...(body !== undefined && { body }),
    ...(takesText && { text: "…" }),
  };
  const given = Object.keys(args).length > 0 ? literalOf(args, "") : "";
  if (id in LISTS && LISTS[id as keyof typeof LISTS] !== null)
    return `for await (const item of crawlready.each.${id}(${given})) console.log(item);`;
  const isEmpty = !Object.entries(described.responses).some(
    ([status, { content }]) => status.startsWith("2") && content,
  );
  return `${isEmpty ? "" : "const answer = "}await crawlready.${id}(${given});`;
}

const WIDTH = 80;

/** A value as a TypeScript literal: on one line where it fits. */
export function literalOf(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = (deeper: string) =>
    isList
      ? value.map((each) => literalOf(each, deeper))
      : Object.entries(value).map(
          ([name, each]) =>
            `${/^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name)}: ${literalOf(each, deeper)}`,
        );
  const [open, close] = isList ? ["[", "]"] : ["{ ", " }"];
  const line = parts("").join(", ");
  if (line === "") return isList ? "[]" : "{}";
  if (indent.length + line.length <= WIDTH && !line.includes("\n")) return open + line + close;
  const deeper = `${indent}  `;
  return `${open.trim()}\n${parts(deeper)
    .map((part) => `${deeper}${part},\n`)
    .join("")}${indent}${close.trim()}`;
}
