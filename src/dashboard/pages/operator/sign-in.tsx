import type { ApiProblem } from "../../server/read";
import { appPath } from "../../../lib/hosts/page-paths";
import { TableFields, type FieldTable } from "../../ui/fields";
import { Button, Form } from "../../ui/form";

export const TOKEN = {
  token: {
    kind: "password",
    label: "Operator's token",
    required: true,
    autocomplete: "current-password",
    maxlength: 500,
    hint: "ADMIN_TOKEN of this service. The session lasts an hour.",
  },
} as const satisfies FieldTable;

export const TokenForm = ({ problem }: { problem?: ApiProblem }) => (
  <>
    <h1>Operator</h1>
    <Form action={appPath("operator/sign-in")} problem={problem?.message}>
      <TableFields table={TOKEN} />
      <Button>Sign in</Button>
    </Form>
  </>
);
