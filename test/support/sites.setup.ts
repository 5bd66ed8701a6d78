import http from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { IndexNowStandIn } from "./index-now.ts";
import { startSite, type SiteServer } from "./site-server.ts";

/**
 * Sites for tests inside workerd: each `POST` to the given address starts a new one and returns its host. Below it,
 * `/indexnow` stands in for IndexNow.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sites: SiteServer[] = [];
  const indexNow = new IndexNowStandIn();
  const broker = http.createServer((request, response) => {
    if (request.url?.startsWith("/indexnow")) return void indexNow.answer(request, response);
    void startSite().then((site) => {
      sites.push(site);
      response.end(site.host);
    });
  });
  await new Promise<void>((resolve) => broker.listen(0, "127.0.0.1", resolve));
  project.provide("sites" as never, `http://127.0.0.1:${(broker.address() as AddressInfo).port}` as never);
  return async () => {
    broker.closeAllConnections();
    broker.close();
    await Promise.all(sites.map((site) => site.close()));
  };
}
