import type { ResponseOf } from "../../../client";
import { cleanText } from "../../../lib/text/strangers-text";
import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import type { ApiProblem } from "../../server/read";
import { TableFields, type FieldTable } from "../../ui/fields";
import { Button, Confirm, Field, Form } from "../../ui/form";
import { Time } from "../../ui/format";
import { Badge, Card } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { browserWords } from "./browser-words";
import { AccountFrame } from "./frame";
import { appPath } from "../../../lib/hosts/page-paths";

type Session = ResponseOf<"listSessions">["sessions"][number];

const columns: Column<Session>[] = [
  {
    name: "Browser",
    heading: true,
    cell: ({ userAgent }) => {
      const known = browserWords(userAgent);
      return known ? (
        <span title={cleanText(userAgent ?? "", 300)}>{known}</span>
      ) : (
        <Untrusted text={userAgent} max={100} />
      );
    },
  },
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
        <form method="post" action={appPath("account/sessions/end")}>
          <input type="hidden" name="id" value={id} />
          <button class="small">End</button>
        </form>
      ),
  },
];

const OWN_PASSWORD = { kind: "password", required: true, autocomplete: "current-password" } as const;

export const PASSWORD = {
  currentPassword: { ...OWN_PASSWORD, label: "Current password" },
  newPassword: {
    kind: "password",
    label: "New password",
    required: true,
    minlength: 8,
    maxlength: 128,
    autocomplete: "new-password",
    hint: "8 to 128 characters. This ends your other sessions.",
  },
} as const satisfies FieldTable;

export const EMAIL = {
  newEmail: { kind: "email", label: "New email", required: true, autocomplete: "email" },
  "email-password": { ...OWN_PASSWORD, label: "Your password", apiName: "password" },
} as const satisfies FieldTable;

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
          <Form action={appPath("account/two-factor/backup-codes")} problem={problem?.message}>
            <PasswordField name="codes-password" label="Your password" />
            <Button tone="plain">Make new backup codes</Button>
          </Form>
          <Confirm name="Turn the second factor off" action={appPath("account/two-factor/disable")}>
            <PasswordField name="off-password" label="Your password" />
          </Confirm>
        </>
      ) : (
        <Form action={appPath("account/two-factor/enable")} problem={problem?.message}>
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
  const { api } = c.var;
  const [signedIn, { sessions }] = await Promise.all([api.readSession(), api.listSessions()]);
  const status = (problems.password ?? problems.email ?? problems.factor)?.status;
  return page(
    c,
    { title: "Sign-in", status },
    <AccountFrame tab="security">
      <Card title="Password">
        <Form action={appPath("account/password")} problem={problems.password?.message}>
          <TableFields table={PASSWORD} problem={problems.password} />
          <Button>Change the password</Button>
        </Form>
      </Card>
      <Card title="Email">
        <p>
          Now: <bdi>{c.var.caller.email}</bdi>. The new one takes effect once you open the link that we send to it.
        </p>
        <Form action={appPath("account/email")} problem={problems.email?.message}>
          <TableFields table={EMAIL} values={{ newEmail: problems.newEmail }} problem={problems.email} />
          <Button>Change the email</Button>
        </Form>
      </Card>
      <SecondFactor enabled={signedIn?.twoFactorEnabled ?? false} problem={problems.factor} />
      <DataTable caption="Where you are signed in" showCaption columns={columns} rows={sessions} empty={null} />
      {sessions.length > 1 && (
        <Confirm name="End all other sessions" action={appPath("account/sessions/end-others")}>
          Other browsers have to sign in again.
        </Confirm>
      )}
    </AccountFrame>,
  );
}
