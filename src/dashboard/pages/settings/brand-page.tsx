import type { FormFields } from "../../server/form";
import { readForm } from "../../server/form";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import type { ApiProblem, DomainFacts } from "../../server/read";
import { Button, Field, Form } from "../../ui/form";
import { Card, Notice } from "../../ui/panels";
import { sitePath } from "../../ui/paths";
import { changeOwnDomain } from "./change-domain";
import { SeenSettings } from "./seen-settings";
import { OwnersOnly, SettingsFrame } from "./frame";

/** What this page's form replaces. */
const BRAND_FIELDS = ["brandName", "brandAliases", "category", "excludePhrases", "competitors"] as const;

type Competitor = DomainFacts["competitors"][number];
type Brand = Pick<DomainFacts, "brandName" | "brandAliases" | "category" | "excludePhrases" | "competitors">;

const MAX_COMPETITORS = 50;
const EMPTY_ROWS = 2;

/** The competitors that a form names; rows without a name are left out. */
export function typedCompetitors(form: FormFields): Competitor[] {
  return Array.from({ length: MAX_COMPETITORS }, (_, i) => {
    const name = (field: string) => `competitors.${i}.${field}`;
    const [aliases, excludePhrases] = [form.lines(name("aliases")), form.lines(name("excludePhrases"))];
    return {
      name: form.text(name("name")),
      siteUrl: form.some(name("siteUrl")),
      category: form.some(name("category")),
      ...(aliases.length > 0 && { aliases }),
      ...(excludePhrases.length > 0 && { excludePhrases }),
    };
  }).filter(({ name }) => name !== "");
}

function CompetitorFields({ index, of, problem }: { index: number; of?: Competitor; problem?: ApiProblem }) {
  const at = (field: string) => `competitors.${index}.${field}`;
  return (
    <details class="item" open={of === undefined && index === 0}>
      <summary>{of?.name ?? "Add a competitor"}</summary>
      <Field
        label="Name"
        name={at("name")}
        value={of?.name}
        maxlength={120}
        hint={of ? "Empty it to remove this competitor." : undefined}
        error={problem?.fieldMessage(at("name"))}
      />
      <Field
        label="Home page"
        name={at("siteUrl")}
        type="url"
        value={of?.siteUrl}
        error={problem?.fieldMessage(at("siteUrl"))}
      />
      <Field
        label="Other names, one on each line"
        name={at("aliases")}
        rows={2}
        value={of?.aliases?.join("\n")}
        error={problem?.fieldMessage(at("aliases"))}
      />
      <Field
        label="What it offers"
        name={at("category")}
        value={of?.category}
        maxlength={200}
        error={problem?.fieldMessage(at("category"))}
      />
      <Field
        label="Phrases that mean something else, one on each line"
        name={at("excludePhrases")}
        rows={2}
        value={of?.excludePhrases?.join("\n")}
        error={problem?.fieldMessage(at("excludePhrases"))}
      />
    </details>
  );
}

/** The names to look for in AI answers. */
export function brandPage(c: SitePageContext, typed?: Brand, problem?: ApiProblem) {
  const { domain, warnings, ...stored } = c.var.domain;
  const { brandName, brandAliases, category, excludePhrases, competitors } = typed ?? stored;
  const rows = Math.min(MAX_COMPETITORS, competitors.length + EMPTY_ROWS);
  return page(
    c,
    { title: "Settings", section: "settings", status: problem?.status },
    <SettingsFrame domain={domain} tab="">
      {warnings.map((each) => (
        <Notice kind="warn">{each}</Notice>
      ))}
      <OwnersOnly c={c}>
        <Form action={sitePath(domain, "settings")} problem={problem?.message}>
          <SeenSettings domain={c.var.domain} of={BRAND_FIELDS} />
          <Card title="Your brand">
            <Field
              label="Brand"
              name="brandName"
              value={brandName}
              maxlength={120}
              placeholder={domain}
              hint="The name to look for in AI answers. Empty: the domain’s name."
              error={problem?.fieldMessage("brandName")}
            />
            <Field
              label="Other names, one on each line"
              name="brandAliases"
              rows={3}
              value={brandAliases.join("\n")}
              hint="A host name counts as one of your own sites."
              error={problem?.fieldMessage("brandAliases")}
            />
            <Field
              label="What it offers"
              name="category"
              value={category}
              maxlength={200}
              placeholder="CRM, sales software"
              hint="Shows that the brand is meant where its name is an everyday word."
              error={problem?.fieldMessage("category")}
            />
            <Field
              label="Phrases that mean something else, one on each line"
              name="excludePhrases"
              rows={3}
              value={excludePhrases.join("\n")}
              hint="Phrases that contain the name, such as linear regression. They are not counted."
              error={problem?.fieldMessage("excludePhrases")}
            />
          </Card>
          <Card title="Competitors" id="competitors">
            <p class="hint">At most {MAX_COMPETITORS}. Save to get room for more.</p>
            {Array.from({ length: rows }, (_, i) => (
              <CompetitorFields index={i} of={competitors[i]} problem={problem} />
            ))}
          </Card>
          <p class="hint">Stored answers are read again with the new names, so past figures change too.</p>
          <Button>Save</Button>
        </Form>
      </OwnersOnly>
    </SettingsFrame>,
  );
}

export async function saveBrand(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  const brand = {
    brandName: form.some("brandName") ?? null,
    brandAliases: form.lines("brandAliases"),
    category: form.some("category") ?? null,
    excludePhrases: form.lines("excludePhrases"),
    competitors: typedCompetitors(form),
  };
  return changeOwnDomain(
    c,
    brand,
    sitePath(c.var.domain.domain, "settings"),
    (problem) => brandPage(c, brand, problem),
    { form, fields: BRAND_FIELDS },
  );
}
