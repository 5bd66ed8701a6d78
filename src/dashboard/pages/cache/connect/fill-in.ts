export interface GuideNames {
  service: URL;
  domain: string;
  /** The key, if it was made just now. */
  key?: string | null;
}

/** A guide's text with the names of this service and of the reader's domain, and with the key, in place of the examples. */
export function filledIn(text: string, { service, domain, key }: GuideNames): string {
  return (
    text
      .replaceAll("crawlready.example:443", service.port === "" ? `${service.host}:443` : service.host)
      // A name in TLS has no port.
      .replaceAll(/(proxy_ssl_name |sni str\()crawlready\.example/g, `$1${service.hostname}`)
      .replaceAll("https://crawlready.example", service.origin)
      .replaceAll("crawlready.example", service.host)
      .replaceAll("www.shop.example", domain)
      .replaceAll("crk_YOUR_KEY", key ?? "crk_YOUR_KEY")
  );
}
