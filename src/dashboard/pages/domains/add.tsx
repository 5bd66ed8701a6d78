import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import type { ApiProblem } from "../../server/read";
import type { FieldValues } from "../../server/read-fields";
import { TableFields, type FieldTable } from "../../ui/fields";
import { Button, Form } from "../../ui/form";
import { Card, PageHeader } from "../../ui/panels";
import { isOwner, OwnersMay } from "../account/frame";
import { appPath } from "../../../lib/hosts/page-paths";

export const NEW_DOMAIN = {
  domain: {
    kind: "text",
    label: "Domain",
    required: true,
    placeholder: "www.example.com",
    maxlength: 300,
    autocomplete: "off",
    inputmode: "url",
  },
  brandName: {
    kind: "text",
    label: "Brand",
    maxlength: 120,
    autocomplete: "off",
    hint: "The name to look for in answers of AI assistants. Without it, we look for the domain's name.",
  },
  origin: {
    kind: "url",
    label: "Origin",
    placeholder: "https://origin.example.com",
    maxlength: 2048,
    autocomplete: "off",
    hint: "Only if your site is served from an address other than the domain.",
  },
} as const satisfies FieldTable;

/** The form that adds a domain. */
export function addPage(c: OwnPageContext, given?: FieldValues<typeof NEW_DOMAIN>, problem?: ApiProblem) {
  // An error about the domain itself, such as `domain_taken`, belongs next to the field too.
  const domainError = problem?.code.startsWith("domain_") ? problem.message : undefined;
  const fieldMessage = (name: string) => problem?.fieldMessage(name) ?? (name === "domain" ? domainError : undefined);
  const isPlaced = Object.keys(NEW_DOMAIN).some((name) => fieldMessage(name) !== undefined);
  return page(
    c,
    { title: "Add a domain", status: problem?.status },
    <>
      <PageHeader
        title="Add a domain"
        back={{ href: appPath("", { all: "yes" }), name: "Domains" }}
        lead="Each host is a separate domain: www.example.com and example.com are two. Next, you prove that it is yours."
      />
      {isOwner(c) ? (
        <Card>
          <Form action={appPath("domains")} problem={isPlaced ? undefined : problem?.message}>
            <TableFields table={NEW_DOMAIN} values={given} problem={{ fieldMessage }} />
            <Button>Add the domain</Button>
          </Form>
        </Card>
      ) : (
        <OwnersMay what="add domains" />
      )}
    </>,
  );
}
