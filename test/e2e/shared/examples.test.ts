import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { EXAMPLES } from "../../examples/all.ts";
import { makeCertificate } from "../../examples/certificate.ts";
import { tryExample } from "../../examples/place.ts";
import { TEN } from "../../examples/ten.ts";
import { base } from "../../support/shared-service.ts";

/** Those that need no packages but the repository's, and nginx if it is there. `npm run examples` runs all. */
const HERE = new Set(["cloudflare", "express", "vite", "nginx"]);

const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-examples-"));
const certificate = makeCertificate(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runs = EXAMPLES.filter(({ name }) => HERE.has(name)).map((example) => ({
  example,
  missing: example.missing?.() ?? (example.tls && certificate === null ? "openssl is missing" : null),
}));

describe("what people copy to connect a site", () => {
  for (const { example, missing } of runs)
    it.skipIf(missing !== null).concurrent(`${example.name} passes all ten assertions`, async () => {
      const outcomes = await tryExample(example, { service: base, certificate, hurriedMs: 3_000 });
      expect(outcomes).toEqual(Object.keys(TEN).map((assertion) => ({ assertion, failure: null })));
    });
});
