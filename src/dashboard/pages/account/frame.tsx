import type { Child } from "hono/jsx";
import type { OwnPageContext } from "../../server/page-env";
import { Notice, PageHeader, Tabs } from "../../ui/panels";

const TABS = [
  ["", "Plan and usage"],
  ["keys", "API keys"],
  ["members", "Members"],
  ["security", "Sign-in"],
  ["webhooks", "Webhooks"],
  ["log", "Log of actions"],
  ["data", "Data"],
] as const;

export type AccountTab = (typeof TABS)[number][0];

export const accountPath = (tab: AccountTab): string => (tab === "" ? "/app/account" : `/app/account/${tab}`);

/** What all pages of the account begin with. */
export function AccountFrame({ tab, children }: { tab: AccountTab; children?: Child }) {
  const items = TABS.map(([path, name]) => ({ name, href: accountPath(path), current: path === tab }));
  return (
    <>
      <PageHeader title="Account" />
      <Tabs label="Account" items={items} />
      {children}
    </>
  );
}

export const isOwner = (c: OwnPageContext): boolean => c.var.caller.role === "owner";

/** Told instead of a form that only owners may send. */
export const OwnersMay = ({ what }: { what: string }) => <Notice>Only owners of the account can {what}.</Notice>;
