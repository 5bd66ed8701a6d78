import type { Child } from "hono/jsx";
import { appPath } from "../../../lib/hosts/page-paths";
import { Button } from "../../ui/form";
import { PageHeader, Tabs } from "../../ui/panels";

const TABS = [
  ["operator", "Health"],
  ["operator/dead-letters", "Dead letters"],
  ["operator/usage", "Usage"],
  ["operator/log", "Log"],
] as const;

export type OperatorTab = (typeof TABS)[number][0];

/** What all pages of the operator begin with. */
export function OperatorFrame({ tab, children }: { tab: OperatorTab; children?: Child }) {
  const items = TABS.map(([page, name]) => ({ name, href: appPath(page), current: page === tab }));
  const out = (
    <form method="post" action={appPath("operator/sign-out")}>
      <Button tone="plain">Sign out</Button>
    </form>
  );
  return (
    <>
      <PageHeader title="Operator" actions={out} />
      <Tabs label="Operator" items={items} />
      {children}
    </>
  );
}
