import type { InferResponseType } from "hono/client";
import type { OwnApi } from "../../../own-api";
import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import { read, type ApiProblem } from "../../server/read";
import { Button, Confirm, Field, Form } from "../../ui/form";
import { Time } from "../../ui/format";
import { Badge, Card } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/table";
import { Untrusted } from "../../ui/untrusted";
import { AccountFrame } from "./frame";

type Session = InferResponseType<OwnApi["api"]["account"]["sessions"]["$get"], 200>["sessions"][number];

const columns: Column<Session>[] = [
  { name: "Browser", heading: true, cell: ({ userAgent }) => <Untrusted text={userAgent} max={100} /> },
  {
    name: "Address",
    cell: ({ ipAddress }) => (
      <span class="nowrap">
        <Untrusted text={ipAddress} max={60} />
      </span>
    ),
  },
  { name: "Since", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: "Last used", cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  {
    name: "End",
    cell: ({ id, current }) =>
      current ? (
        <Badge tone="good">this one</Badge>
      ) : (
        <form method="post" action="/app/account/sessions/end">
          <input type="hidden" name="id" value={id} />
          <button class="small">End</button>
        </form>
      ),
  },
];

const PasswordField = ({ name, label }: { name: string; label: string }) => (
  <Field label={label} name={name} type="password" required autocomplete="current-password" />
);

function SecondFactor({ enabled, problem }: { enabled: boolean; problem?: ApiProblem }) {
  return (
    <Card
      title="Second factor"
      id="second-factor"
      actions={<Badge tone={enabled ? "good" : "warn"}>{enabled ? "on" : "off"}</Badge>}
    >
      <p>
        {enabled
          ? "Signing in needs a code from your authenticator app, or one of your backup codes."
          : "With it, your password alone is not enough to sign in. You need an authenticator app."}
      </p>
      {enabled ? (
        <>
          <Form action="/app/account/two-factor/backup-codes" problem={problem?.message}>
            <PasswordField name="codes-password" label="Your password" />
            <Button tone="plain">Make new backup codes</Button>
          </Form>
          <Confirm name="Turn the second factor off" action="/app/account/two-factor/disable">
            <PasswordField name="off-password" label="Your password" />
          </Confirm>
        </>
      ) : (
        <Form action="/app/account/two-factor/enable" problem={problem?.message}>
          <PasswordField name="on-password" label="Your password" />
          <Button>Set it up</Button>
        </Form>
      )}
    </Card>
  );
}

interface Problems {
  password?: ApiProblem;
  email?: ApiProblem;
  factor?: ApiProblem;
  newEmail?: string;
}

/** Password, email, second factor and sessions of the reader. */
export async function securityPage(c: OwnPageContext, problems: Problems = {}) {
  const { api } = c.var.api;
  const [signedIn, { sessions }] = await Promise.all([
    read(api.auth["get-session"].$get()),
    read(api.account.sessions.$get({ query: {} })),
  ]);
  const status = (problems.password ?? problems.email ?? problems.factor)?.status;
  return page(
    c,
    { title: "Sign-in", status },
    <AccountFrame tab="security">
      <Card title="Password">
        <Form action="/app/account/password" problem={problems.password?.message}>
          <PasswordField name="currentPassword" label="Current password" />
          <Field
            label="New password"
            name="newPassword"
            type="password"
            required
            minlength={8}
            maxlength={128}
            autocomplete="new-password"
            hint="8 to 128 characters. Your other sessions end."
            error={problems.password?.fieldMessage("newPassword")}
          />
          <Button>Change the password</Button>
        </Form>
      </Card>
      <Card title="Email">
        <p>
          Now: <bdi>{c.var.caller.email}</bdi>. The new one counts once you open the link that we mail to it.
        </p>
        <Form action="/app/account/email" problem={problems.email?.message}>
          <Field
            label="New email"
            name="newEmail"
            type="email"
            required
            value={problems.newEmail}
            autocomplete="email"
            error={problems.email?.fieldMessage("newEmail")}
          />
          <PasswordField name="email-password" label="Your password" />
          <Button>Change the email</Button>
        </Form>
      </Card>
      <SecondFactor enabled={signedIn?.twoFactorEnabled ?? false} problem={problems.factor} />
      <DataTable caption="Where you are signed in" showCaption columns={columns} rows={sessions} empty={null} />
      {sessions.length > 1 && (
        <Confirm name="End all other sessions" action="/app/account/sessions/end-others">
          Other browsers have to sign in again.
        </Confirm>
      )}
    </AccountFrame>,
  );
}
