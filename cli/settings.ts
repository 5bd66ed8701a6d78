import { CliError } from "./cli-error.ts";
import { readText } from "./read-text.ts";
import type { Client, ClientOptions } from "../src/client";
import { serviceClient } from "./service/service-client.ts";

/** Where a deployed service is, and the key. */
export interface ServiceOptions {
  service?: string;
  keyFile?: string;
}

/**
 * The deployed service that `--service` names; null: none. The key comes from the environment or a file, because
 * other users of a machine can read the arguments of its processes.
 */
export async function remoteService(
  { service, keyFile }: ServiceOptions,
  env: NodeJS.ProcessEnv,
  more: Partial<ClientOptions> = {},
): Promise<Client | null> {
  if (service === undefined) return null;
  const url = serviceUrl(service, "--service");
  const key = (keyFile === undefined ? env["CRAWLREADY_KEY"] : await readText(keyFile, "--key-file"))?.trim();
  if (!key) throw new CliError("--service needs an API key: set CRAWLREADY_KEY, or name a file with --key-file.");
  if (!/^[\x21-\x7e]+$/.test(key)) throw new CliError("The API key contains invalid characters.");
  return serviceClient(url.origin, key, more);
}

/** @throws CliError unless a secret may be sent to this address. */
export function serviceUrl(text: string, what: string): URL {
  const url = URL.parse(text);
  const isLocal = url !== null && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (!url || (url.protocol !== "https:" && !(isLocal && url.protocol === "http:")))
    throw new CliError(`${what} must be an https URL (http only on this machine), because a key is sent to it.`);
  return url;
}

/** Where the headers are that open a site. */
export interface HeaderOptions {
  header: readonly string[];
  headerFile?: string;
}

/**
 * The headers that open a site; null: none. All places count, and an argument wins over a file, which wins over
 * CRAWLREADY_HEADERS.
 */
export async function siteHeaders(
  options: HeaderOptions,
  env: NodeJS.ProcessEnv,
): Promise<Record<string, string> | null> {
  const { header, headerFile } = options;
  const linesOf = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const inFile = headerFile === undefined ? "" : await readText(headerFile, "--header-file");
  return parseHeaders([...linesOf(env["CRAWLREADY_HEADERS"] ?? ""), ...linesOf(inFile), ...header]);
}

/** `Name: value` lines as headers. */
export function parseHeaders(lines: readonly string[]): Record<string, string> | null {
  if (lines.length === 0) return null;
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([^\s:]+):\s*(.*\S)\s*$/s.exec(line) ?? [];
      if (name === undefined || value === undefined)
        // The line may be a secret, so it is not repeated.
        throw new CliError("A header must be written as 'Name: value'.");
      return [name, value];
    }),
  );
}
