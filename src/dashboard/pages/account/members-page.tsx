import type { InferResponseType } from "hono/client";
import type { OwnApi } from "../../../own-api";
import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import { expectDone, read, segment, type ApiProblem } from "../../server/read";
import { Button, Checkbox, Confirm, Field, Form, Select } from "../../ui/form";
import { Time } from "../../ui/format";
import { Badge, Card } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/table";
import { AccountFrame, accountPath, isOwner, OwnersMay } from "./frame";

type Member = InferResponseType<OwnApi["api"]["account"]["members"]["$get"], 200>["members"][number];

const ROLES = [
  ["member", "Member: may look, audit and refresh"],
  ["owner", "Owner: may change the account"],
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
  { name: "Domains", cell: ({ domains }) => domains?.join(", ") ?? "all" },
  { name: "Since", cell: ({ createdAt }) => <Time at={createdAt} /> },
  ...(isOwner(c)
    ? [
        {
          name: "Remove",
          cell: ({ userId, email, pending }: Member) =>
            userId === c.var.caller.userId ? (
              <span class="muted">you</span>
            ) : (
              <Confirm name={pending ? "Withdraw" : "Remove"} action="/app/account/members/remove" fields={{ userId }}>
                {pending
                  ? `The invitation of ${email} stops working.`
                  : `${email} is signed out and can’t sign in any more.`}
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

function InviteForm({ c, invited }: { c: OwnPageContext; invited: Invited }) {
  const { email, name, role, domains = [], problem } = invited;
  return (
    <Form action="/app/account/members" problem={problem?.message}>
      <Field
        label="Email"
        name="email"
        type="email"
        required
        value={email}
        autocomplete="off"
        error={problem?.fieldMessage("email")}
      />
      <Field
        label="Name"
        name="name"
        value={name}
        maxlength={120}
        autocomplete="off"
        error={problem?.fieldMessage("name")}
      />
      <Field
        label="First password"
        name="password"
        type="password"
        required
        minlength={8}
        maxlength={128}
        autocomplete="new-password"
        hint="8 to 128 characters. Tell it to them; they can change it."
        error={problem?.fieldMessage("password")}
      />
      <Select label="Role" name="role" value={role ?? "member"} options={ROLES} />
      <fieldset class="choices">
        <legend>Domains that a member may see</legend>
        <p class="hint">None chosen: all.</p>
        {c.var.domains.map(({ domain }) => (
          <Checkbox label={domain} name="domains" value={domain} checked={domains.includes(domain)} />
        ))}
        {problem?.fieldMessage("domains") && <p class="field-error">{problem.fieldMessage("domains")}</p>}
      </fieldset>
      <Button>Invite</Button>
    </Form>
  );
}

/** Who may use the account. */
export async function membersPage(c: OwnPageContext, invited: Invited = {}) {
  const { members } = await read(c.var.api.api.account.members.$get({ query: {} }));
  return page(
    c,
    { title: "Members", status: invited.problem?.status },
    <AccountFrame tab="members">
      <DataTable caption="Members and invitations" columns={columnsFor(c)} rows={members} empty={null} />
      <Card title="Invite somebody">
        {isOwner(c) ? (
          <>
            <p>They get a mail with a link that works for 7 days. An email that has an account already can’t join.</p>
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
  const role = form.text("role") === "owner" ? ("owner" as const) : ("member" as const);
  const domains = form.all("domains");
  const typed = { email: form.text("email"), name: form.some("name"), role };
  const json = { ...typed, password: form.raw("password"), domains: domains.length > 0 ? domains : null };
  return submit(c, {
    send: () => read(c.var.api.api.account.members.$post({ json })),
    done: ({ email }) => ({ to: accountPath("members"), text: `${email} is invited.` }),
    again: (problem) => membersPage(c, { ...typed, domains, problem }),
  });
}

export async function removeOwnMember(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const param = { userId: segment(form.text("userId")) };
  return submit(c, {
    send: () => expectDone(c.var.api.api.account.members[":userId"].$delete({ param })),
    done: () => ({ to: accountPath("members"), text: "The member is removed." }),
    back: accountPath("members"),
  });
}
