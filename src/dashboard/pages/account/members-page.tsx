import type { ResponseOf } from "../../../client";
import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import type { ApiProblem } from "../../server/read";
import { readFields } from "../../server/read-fields";
import { TableFields, type FieldTable } from "../../ui/fields";
import { Button, Confirm, Form } from "../../ui/form";
import { Time } from "../../ui/format";
import { Badge, Card, Notice } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { AccountFrame, isOwner, OwnersMay } from "./frame";
import { appPath } from "../../../lib/hosts/page-paths";
import { shownHost } from "../../../lib/hosts/shown-host";

type Member = ResponseOf<"listMembers">["members"][number];

const ROLES = [
  ["member", "Member: can look, audit and refresh"],
  ["owner", "Owner: can change the account"],
] as const;

const columnsFor = (c: OwnPageContext): Column<Member>[] => [
  {
    name: "Who",
    heading: true,
    cell: ({ name, email, pending }) => (
      <>
        <bdi>{name}</bdi> {name !== email && <bdi class="muted">{email}</bdi>}{" "}
        {pending && <Badge tone="warn">invited</Badge>}
      </>
    ),
  },
  { name: "Role", cell: ({ role }) => role },
  { name: "Domains", cell: ({ domains }) => domains?.map(shownHost).join(", ") ?? "all" },
  { name: "Since", cell: ({ createdAt }) => <Time at={createdAt} /> },
  ...(isOwner(c)
    ? [
        {
          name: "Remove",
          cell: ({ userId, email, pending }: Member) =>
            userId === c.var.caller.userId ? (
              <span class="muted">you</span>
            ) : (
              <Confirm
                name={pending ? "Withdraw" : "Remove"}
                action={appPath("account/members/remove")}
                fields={{ userId }}
              >
                {pending
                  ? `The invitation of ${email} stops working.`
                  : `${email} is signed out and can no longer sign in.`}
              </Confirm>
            ),
        },
      ]
    : []),
];

interface Invited {
  email?: string;
  name?: string;
  role?: string;
  domains?: string[];
  problem?: ApiProblem;
}

const inviteFields = (domains: readonly { domain: string }[]) =>
  ({
    email: { kind: "email", label: "Email", required: true, autocomplete: "off" },
    name: { kind: "text", label: "Name", maxlength: 120, autocomplete: "off" },
    password: {
      kind: "password",
      label: "First password",
      minlength: 8,
      maxlength: 128,
      autocomplete: "new-password",
      hint: "Leave it empty: they choose their own by the mailed link. Otherwise give it to them; they can change it later.",
    },
    role: { kind: "choice", label: "Role", options: ROLES },
    domains: {
      kind: "choices",
      label: "Domains that a member may see",
      hint: "None chosen: all.",
      options: domains.map(({ domain }) => [domain, shownHost(domain)] as const),
    },
  }) as const satisfies FieldTable;

function InviteForm({ c, invited: { problem, ...typed } }: { c: OwnPageContext; invited: Invited }) {
  return (
    <Form action={appPath("account/members")} problem={problem?.message}>
      <TableFields table={inviteFields(c.var.domains)} values={{ role: "member", ...typed }} problem={problem} />
      <Button>Invite</Button>
    </Form>
  );
}

/** Who may use the account. */
export async function membersPage(c: OwnPageContext, invited: Invited = {}) {
  const { members } = await c.var.api.listMembers();
  return page(
    c,
    { title: "Members", status: invited.problem?.status },
    <AccountFrame tab="members">
      {c.var.caller.domains !== null && (
        <Notice>You are limited to some of the account’s domains, so you see only yourself here.</Notice>
      )}
      <DataTable caption="Members and invitations" columns={columnsFor(c)} rows={members} empty={null} />
      <Card title="Invite somebody">
        {isOwner(c) ? (
          <>
            <p>
              They get an email with a link that works for 7 days. An email address that already has an account can’t
              join.
            </p>
            <InviteForm c={c} invited={invited} />
          </>
        ) : (
          <OwnersMay what="invite and remove members" />
        )}
      </Card>
    </AccountFrame>,
  );
}

export async function inviteMember(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const { password, domains, ...typed } = readFields(form, inviteFields(c.var.domains));
  const body = { ...typed, password: password || undefined, domains: domains.length > 0 ? domains : null };
  return submit(c, {
    send: () => c.var.api.addMember({ body }),
    done: ({ email }) => ({ to: appPath("account/members"), text: `${email} is invited.` }),
    again: (problem) => membersPage(c, { ...typed, domains, problem }),
  });
}

export async function removeOwnMember(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  return submit(c, {
    send: () => c.var.api.removeMember({ path: { userId: form.text("userId") } }),
    done: () => ({ to: appPath("account/members"), text: "The member is removed." }),
    back: appPath("account/members"),
  });
}
