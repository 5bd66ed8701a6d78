import { describe, expect, it } from "vitest";
import { SITES_OF_THEIR_OWN } from "../../support/labelled/cross-checks.ts";
import { ORIGIN, urlOf, type LabelledPage } from "../../support/labelled/page.ts";
import { issuesByPath, routesOf } from "../../support/labelled/routes.ts";
import { SITE_LABELS } from "../../support/labelled/site-checks.ts";
import { LABELLED_SITE, siteOf } from "../../support/labelled/site.ts";
import { env } from "../support/api.ts";
import { LabelledDomain } from "../support/labelled-audit.ts";

let domains = 0;
/** A domain for each small site. */
function newDomain(): Promise<LabelledDomain> {
  const host = `label-${String(++domains).padStart(2, "0")}.example`;
  return LabelledDomain.make({ viaOrigin: true, host });
}

/** Every page has the issues that were planted on it, no other, and no page is missing or too much. */
function expectLabels(detail: any, pages: readonly LabelledPage[]): void {
  const { planted, reported } = issuesByPath(pages, detail.pages);
  expect(reported).toEqual(planted);
}

describe("the labelled site, audited by the service", { timeout: 180_000 }, () => {
  // test/unit/audit/checks/labelled-site.test.ts asserts the same of the checks alone.
  it.runIf(env.TEST_LONG === "1")(
    "is reported exactly as it is labelled: every defect where it was planted, none elsewhere",
    async () => {
      const seeds = LABELLED_SITE.filter((page) => page.path === "/" || page.scheme === "http").map(urlOf);
      const domain = await LabelledDomain.make({ viaOrigin: true });
      const detail = await domain.audit(routesOf(LABELLED_SITE), seeds);
      expect(detail.run).toMatchObject({ status: "success", closeReason: "finished" });
      expectLabels(detail, LABELLED_SITE);
    },
  );

  it.each(SITES_OF_THEIR_OWN.map((label) => [label.check, label] as const))(
    "so is the site for %s",
    async (_, label) => {
      const pages = siteOf([label], []);
      const domain = await newDomain();
      expectLabels(await domain.audit(routesOf(pages), [`${ORIGIN}/`], label.mode), pages);
    },
  );
});

describe("sites with a defect as a whole, audited by the service", { timeout: 180_000 }, () => {
  it.each(SITE_LABELS.map((label) => [label.check, label] as const))(
    "%s is found where it is, and nowhere else",
    async (_, label) => (await newDomain()).expectFound(label),
  );
});
