import { expect, it } from "vitest";
import { dashboard } from "../../../src/dashboard/routes";
import { APP_PAGES, APP_ROOT, MAIL_PAGES, SITE_PAGES } from "../../../src/lib/hosts/page-paths";

const below = (root: string, pages: readonly string[]) => pages.map((page) => (page === "" ? root : `${root}/${page}`));

it("the list of the dashboard's paths is its router's", () => {
  const paths = dashboard.routes.filter(({ method }) => method !== "ALL").map(({ path }) => path);
  const own = paths.filter((path) => path === APP_ROOT || path.startsWith(`${APP_ROOT}/`));
  const listed = [...below(APP_ROOT, APP_PAGES), ...below(`${APP_ROOT}/site/:domain`, SITE_PAGES)];
  expect([...new Set(own)].sort()).toEqual(listed.sort());
  for (const path of Object.values(MAIL_PAGES)) expect(paths).toContain(path);
});
