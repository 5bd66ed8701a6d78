import type { Child } from "hono/jsx";
import type { SitePageContext } from "../../server/page-env";
import { Notice, PageHeader, Tabs } from "../../ui/panels";
import { appPath, sitePath } from "../../../lib/hosts/page-paths";

export const SETTINGS_TABS = [
  ["", "Brand and competitors"],
  ["site", "Site"],
  ["audits", "Audits"],
  ["ownership", "Ownership"],
] as const;

export type SettingsTab = (typeof SETTINGS_TABS)[number][0];

/** What all settings of a domain begin with. */
export function SettingsFrame({ domain, tab, children }: { domain: string; tab: SettingsTab; children?: Child }) {
  const items = SETTINGS_TABS.map(([path, name]) => ({
    name,
    href: sitePath(domain, path === "" ? "settings" : `settings/${path}`),
    current: path === tab,
  }));
  return (
    <>
      <PageHeader
        title="Settings"
        lead={
          <>
            Of {domain}. Keys, members and the plan are under <a href={appPath("account")}>Account</a>.
          </>
        }
      />
      <Tabs label="Settings" items={[...items]} />
      {children}
    </>
  );
}

/** Forms that only owners may submit; members see what they hold. */
export function OwnersOnly({ c, children }: { c: SitePageContext; children?: Child }) {
  if (c.var.caller.role === "owner") return <>{children}</>;
  return (
    <>
      <Notice>Only owners of the account can change this.</Notice>
      <fieldset class="bare" disabled>
        {children}
      </fieldset>
    </>
  );
}
