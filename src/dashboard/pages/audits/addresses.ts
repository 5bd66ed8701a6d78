import { homeOf } from "../../../web";

/** The address of a site's home page. */
export const homeAddress = (domain: string): string => homeOf(domain).href;

/** The address of a page of the site, from its path. */
export const pageAddress = (domain: string, path: string): string => `${homeOf(domain).origin}${path}`;

/** What a reader typed as the page to look at: an address of the domain, or a path. */
export function pathTyped(domain: string, typed: string): { path: string } | { fault: string } {
  const text = typed.trim();
  if (text.length > 4_096) return { fault: "The address is longer than 4,096 characters." };
  const home = homeOf(domain);
  const isHost = text === domain || text.startsWith(`${domain}/`) || text.startsWith(`${domain}?`);
  const url = isHost ? URL.parse(`${home.protocol}//${text}`) : URL.parse(text, home.href);
  if (!url) return { fault: "This is no address. Give one of the domain, or a path such as /about." };
  if (!/^https?:$/.test(url.protocol)) return { fault: "Give an http or https address of the domain." };
  if (url.host !== home.host) return { fault: `This address is on ${url.host}, not on ${home.host}.` };
  return { path: url.pathname + url.search };
}
