import { hc, type ClientRequestOptions } from "hono/client";
import type { AppType } from "./app";

/**
 * A typed client for the API. Paths, bodies and responses come from the routes.
 *
 *     const api = createClient("https://crawlready.example", { headers: { "x-service-api-key": key } });
 *     const answer = await api.api["seo-spider"].runs.$post({ json: { domain, urls: [url], mode: "follow" } });
 */
export function createClient(baseUrl: string, options?: ClientRequestOptions) {
  return hc<AppType>(baseUrl, options);
}
