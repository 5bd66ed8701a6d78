import { describe, expect, it } from "vitest";
import { fillWith } from "./applications/cache.ts";
import { ENGINES } from "./applications/engines.ts";
import { packageFile } from "./applications/measure.ts";
import { SEALED_PACKAGES } from "./sealed/frameworks.ts";
import { SEALED_APPLICATIONS } from "./sealed/index.ts";
import { startPatternSite } from "./site.ts";
import { fillUnseenApplications, mountOn, UNSEEN_APPLICATIONS } from "./unseen/measure.ts";

/** `npm run fidelity -- --twice` only: it needs packages from the npm registry. */
describe.runIf(process.env["FIDELITY"] === "twice")("applications that do not change", () => {
  it("are nearly all stored with the same bytes twice", { timeout: 1_800_000 }, async () => {
    fillWith(SEALED_APPLICATIONS, "sealed", SEALED_PACKAGES);
    fillUnseenApplications();
    const [site, other] = [await startPatternSite("127.0.0.1", packageFile), await startPatternSite("127.0.0.2")];
    const renderer = await ENGINES.ours();
    const stored: Array<{ name: string; same: boolean }> = [];
    try {
      for (const application of [...SEALED_APPLICATIONS, ...UNSEEN_APPLICATIONS]) {
        const url = mountOn(application, site, other);
        const [first, second] = [await renderer.render(url), await renderer.render(url)];
        if (first.html === null || second.html === null) continue;
        stored.push({ name: application.name, same: first.html === second.html });
      }
    } finally {
      await renderer.close();
      await Promise.all([site.close(), other.close()]);
    }
    const changed = stored.filter(({ same }) => !same).map(({ name }) => name);
    console.log(`stored twice: ${stored.length}; with other bytes: ${changed.join(", ") || "none"}`);
    expect(stored.length).toBeGreaterThan(50);
    expect(changed.length / stored.length).toBeLessThan(0.1);
  });
});
