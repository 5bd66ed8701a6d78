import { afterAll, beforeAll, describe, it, vi } from "vitest";
import { HOST } from "../../support/labelled/page.ts";
import { ALIAS_LABELS, ASKED_BY } from "../../support/labelled/site-checks.ts";
import { LabelledDomain } from "../support/labelled-audit.ts";

let domain: LabelledDomain;

/**
 * What a loopback port lacks, a name and a certificate, is stood in for at the very end: requests for labelled.example and its
 * www, http or https, go to the test's own server, which is told by what address.
 */
beforeAll(async () => {
  domain = await LabelledDomain.make({ viaOrigin: false });
  const send = globalThis.fetch;
  vi.stubGlobal("fetch", (target: RequestInfo | URL, options?: RequestInit) => {
    const url = new URL(target instanceof Request ? target.url : target);
    if (url.host !== HOST && url.host !== `www.${HOST}`) return send(target, options);
    const headers = new Headers(options?.headers);
    headers.set(ASKED_BY, url.origin);
    return send(domain.site.origin + url.pathname + url.search, { ...options, headers });
  });
});
afterAll(() => vi.unstubAllGlobals());

describe("sites with more than one address, audited by the service", () => {
  it.each(ALIAS_LABELS.map((label) => [label.check, label] as const))(
    "%s is found where it is, and nowhere else",
    async (_, label) => domain.expectFound(label),
  );
});
