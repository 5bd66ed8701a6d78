import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import type { FormFields } from "../../server/form";
import type { ApiProblem } from "../../server/read";
import { Button, ButtonLink, Field, Form } from "../../ui/form";
import { Card, CopyText, Notice } from "../../ui/panels";
import { QrCode } from "../../ui/qr-code";
import { AccountFrame } from "./frame";
import { appPath } from "../../../lib/hosts/page-paths";

const Codes = ({ codes }: { codes: readonly string[] }) => (
  <Card title="Backup codes">
    <p>
      If you lose the app, each of them signs you in once. Keep them where nobody else can read them; they are not shown
      again.
    </p>
    <CopyText text={codes.join("\n")} name="the backup codes" block />
  </Card>
);

export interface FactorSecret {
  totpURI: string;
  backupCodes: readonly string[];
}

/** The secret that the form of the page held, so that a mistyped code does not lose it; null: none. */
export function heldSecret(form: FormFields): FactorSecret | null {
  const [totpURI, backupCodes] = [form.text("secret-uri"), form.lines("secret-codes")];
  return totpURI.startsWith("otpauth://totp/") && totpURI.length < 1_000 ? { totpURI, backupCodes } : null;
}

/** What an authenticator app needs, and the first code. */
export function setUpPage(c: OwnPageContext, secret: FactorSecret | null, problem?: ApiProblem) {
  const key = secret && URL.parse(secret.totpURI)?.searchParams.get("secret");
  return page(
    c,
    { title: "Set up the second factor", status: problem?.status },
    <AccountFrame tab="security">
      <h2>Set up the second factor</h2>
      {secret && key && (
        <>
          <Card title="Add the account to your app">
            <p>
              Scan this code with your authenticator app. On the phone that has the app, you can{" "}
              <a href={secret.totpURI}>open it there</a>.
            </p>
            <QrCode text={secret.totpURI} label="QR code for your authenticator app" />
            <p>Or type this key into the app, as a time-based code.</p>
            <CopyText text={key} name="the key" />
          </Card>
          <Codes codes={secret.backupCodes} />
        </>
      )}
      <Card title="Enter the app’s code">
        <p>The second factor is on once you enter a correct code.</p>
        <Form action={appPath("account/two-factor/verify")} problem={problem?.message}>
          {secret && (
            <>
              <input type="hidden" name="secret-uri" value={secret.totpURI} />
              <input type="hidden" name="secret-codes" value={secret.backupCodes.join("\n")} />
            </>
          )}
          <Field label="Code" name="code" required autocomplete="one-time-code" inputmode="numeric" maxlength={20} />
          <Button>Turn it on</Button>
        </Form>
        {!secret && (
          <p>
            <a href={appPath("account/security")}>Start again</a> to see a new key.
          </p>
        )}
      </Card>
    </AccountFrame>,
  );
}

/** New backup codes, shown once. */
export function codesPage(c: OwnPageContext, codes: readonly string[]) {
  return page(
    c,
    { title: "Backup codes" },
    <AccountFrame tab="security">
      <h2>New backup codes</h2>
      <Notice kind="good">The old codes no longer work.</Notice>
      <Codes codes={codes} />
      <ButtonLink href={appPath("account/security")}>Done</ButtonLink>
    </AccountFrame>,
  );
}
