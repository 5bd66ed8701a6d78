import { existsSync, statSync } from "node:fs";
import { refusePrivateHost } from "../src/web/fetch/egress";
import { CliError } from "./cli-error.ts";
import { onExit } from "./cleanup.ts";
import { serveFolder, type ServedFolder } from "./site/serve-folder.ts";

/** What to audit: pages of one domain, and where they are fetched. */
export interface Target {
  urls: string[];
  domain: string;
  /** Where the pages are fetched if not from the domain itself. */
  origin: string | null;
  /** Set if a folder was named, which is then served on loopback. */
  folder: ServedFolder | null;
}

/** A site's address as people type it: a bare host is https, or http if it is local. */
export function urlOf(text: string): URL {
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/]|$)/i.test(text);
  const isWhole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const url = URL.parse(isWhole ? text : `${isLocal ? "http" : "https"}://${text}`);
  const isHost = url !== null && (isWhole || isLocal || /^[^/?#]+\.[^/?#]+/.test(text));
  if (!url || !isHost || !/^https?:$/.test(url.protocol))
    throw new CliError(`${JSON.stringify(text.slice(0, 200))} is neither an http or https URL nor a folder.`);
  if (url.username !== "" || url.password !== "")
    throw new CliError(
      "A URL must not contain a name or password. Put them into a file as a header 'Authorization: Basic …': --header-file",
    );
  url.hash = "";
  return url;
}

/**
 * Whether a site is on this machine or in its network. Any other site is audited by the rules of a deployed service: its
 * pages must not make this machine send requests to its own network.
 */
export function isPrivateSite({ domain, origin }: Pick<Target, "domain" | "origin">): boolean {
  return [`https://${domain}`, origin ?? `https://${domain}`].some((text) => refusePrivateHost(new URL(text)) !== null);
}

/**
 * Reads what is to be audited. `as`: the address at which the site will be published, if it is served from another one.
 * @throws CliError if the URLs are not of one site.
 */
export async function openTarget(names: readonly string[], as: string | null): Promise<Target> {
  const [first] = names;
  const isFolder = names.length === 1 && existsSync(first!) && statSync(first!).isDirectory();
  const folder = isFolder ? await serveFolder(first!) : null;
  if (folder) onExit(folder.close);
  const urls = folder ? [new URL(`http://${folder.host}/`)] : names.map(urlOf);
  const [{ origin, host }] = urls as [URL];
  if (urls.some((url) => url.origin !== origin))
    throw new CliError("All URLs must be on one site: the same scheme and host.");
  if (as === null) return { urls: urls.map(({ href }) => href), domain: host, origin: null, folder };
  const home = urlOf(as);
  return {
    urls: urls.map(({ pathname, search }) => new URL(pathname + search, home).href),
    domain: home.host,
    origin,
    folder,
  };
}
