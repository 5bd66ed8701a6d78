import type { Child } from "hono/jsx";
import type { OwnPageContext } from "../../server/page-env";
import { Notice, PageHeader, Tabs } from "../../ui/panels";
import { appPath } from "../../../lib/hosts/page-paths";

export const ACCOUNT_TABS = [
  ["", "Plan and usage"],
  ["keys", "API keys"],
  ["apps", "Connected apps"],
  ["members", "Members"],
  ["security", "Sign-in"],
  ["webhooks", "Webhooks"],
  ["log", "Action log"],
  ["data", "Data"],
] as const;

export type AccountTab = (typeof ACCOUNT_TABS)[number][0];

/** What all pages of the account begin with. */
export function AccountFrame({ tab, children }: { tab: AccountTab; children?: Child }) {
  const items = ACCOUNT_TABS.map(([path, name]) => ({
    name,
    href: appPath(path === "" ? "account" : `account/${path}`),
    current: path === tab,
  }));
  return (
    <>
      <PageHeader title="Account" />
      <Tabs label="Account" items={items} />
      {children}
    </>
  );
}

export const isOwner = (c: OwnPageContext): boolean => c.var.caller.role === "owner";

/** Shown instead of a form that only owners may submit. */
export const OwnersMay = ({ what }: { what: string }) => <Notice>Only owners of the account can {what}.</Notice>;
