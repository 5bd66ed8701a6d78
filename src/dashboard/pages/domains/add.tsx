import { page } from "../../server/page";
import type { PageContext } from "../../server/page-env";
import type { ApiProblem } from "../../server/read";
import { Button, Field, Form } from "../../ui/form";
import { Card, PageHeader } from "../../ui/panels";

const FIELDS = ["domain", "origin", "brandName"] as const;

export interface NewDomain {
  domain: string;
  origin?: string;
  brandName?: string;
}

/** The form that adds a domain. */
export function addPage(c: PageContext, given?: NewDomain, problem?: ApiProblem) {
  const known = FIELDS.some((name) => problem?.fieldMessage(name));
  // An error about the domain as such, such as `domain_taken`, belongs beside the field too.
  const domainError =
    problem?.fieldMessage("domain") ?? (problem?.code.startsWith("domain_") ? problem.message : undefined);
  return page(
    c,
    { title: "Add a domain", status: problem?.status },
    <>
      <PageHeader
        title="Add a domain"
        back={{ href: "/app", name: "Domains" }}
        lead="Each host is a domain of its own: www.example.com and example.com are two. Next, you prove that it is yours."
      />
      <Card>
        <Form action="/app/domains" problem={known || domainError ? undefined : problem?.message}>
          <Field
            label="Domain"
            name="domain"
            required
            value={given?.domain}
            placeholder="www.example.com"
            maxlength={300}
            autocomplete="off"
            inputmode="url"
            error={domainError}
          />
          <Field
            label="Brand"
            name="brandName"
            value={given?.brandName}
            maxlength={120}
            autocomplete="off"
            hint="The name to look for in answers of AI assistants. Without it, we look for the domain's name."
            error={problem?.fieldMessage("brandName")}
          />
          <Field
            label="Origin"
            name="origin"
            type="url"
            value={given?.origin}
            placeholder="https://origin.example.com"
            maxlength={2048}
            autocomplete="off"
            hint="Only if your site is served from another address than the domain."
            error={problem?.fieldMessage("origin")}
          />
          <Button>Add the domain</Button>
        </Form>
      </Card>
    </>,
  );
}
