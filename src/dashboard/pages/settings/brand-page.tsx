import type { FormFields } from "../../server/form";
import { readForm } from "../../server/form";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import type { ApiProblem, DomainFacts } from "../../server/read";
import { onlyFilled, readFields, readGroups } from "../../server/read-fields";
import { TableFields, type FieldTable } from "../../ui/fields";
import { Button, Form } from "../../ui/form";
import { Card, Notice } from "../../ui/panels";
import { changeOwnDomain } from "./change-domain";
import { SeenSettings } from "./seen-settings";
import { OwnersOnly, SettingsFrame } from "./frame";
import { sitePath } from "../../../lib/hosts/page-paths";

/** What this page's form replaces. */
const BRAND_FIELDS = ["brandName", "brandAliases", "category", "excludePhrases", "competitors"] as const;

type Competitor = DomainFacts["competitors"][number];
type Brand = Pick<DomainFacts, "brandName" | "brandAliases" | "category" | "excludePhrases" | "competitors">;

const MAX_COMPETITORS = 50;
const EMPTY_ROWS = 2;

export const BRAND_TABLE = {
  brandName: {
    kind: "text",
    label: "Brand",
    maxlength: 120,
    hint: "The name to look for in AI answers. Empty: the domain’s name.",
  },
  brandAliases: {
    kind: "lines",
    label: "Other names, one per line",
    rows: 3,
    hint: "A host name counts as one of your own sites.",
  },
  category: {
    kind: "text",
    label: "What it offers",
    maxlength: 200,
    placeholder: "CRM, sales software",
    hint: "Shows that the brand is meant where its name is an everyday word.",
  },
  excludePhrases: {
    kind: "lines",
    label: "Phrases that mean something else, one per line",
    rows: 3,
    hint: "Phrases that contain the name, such as linear regression. They are not counted.",
  },
} as const satisfies FieldTable;

const COMPETITOR = {
  name: { kind: "text", label: "Name", maxlength: 120 },
  siteUrl: { kind: "url", label: "Home page" },
  aliases: { kind: "lines", label: "Other names, one per line" },
  category: { kind: "text", label: "What it offers", maxlength: 200 },
  excludePhrases: { kind: "lines", label: "Phrases that mean something else, one per line" },
} as const satisfies FieldTable;

const KNOWN_COMPETITOR = {
  ...COMPETITOR,
  remove: { kind: "check", label: "Remove this competitor" },
} as const satisfies FieldTable;

/** The competitors of a form, without empty rows. One that has no name is refused by the API, so that nothing typed is lost. */
export function typedCompetitors(form: FormFields): Competitor[] {
  const typed = readGroups(form, KNOWN_COMPETITOR, "competitors", MAX_COMPETITORS);
  return typed.flatMap(({ remove, ...each }) => {
    const filled = onlyFilled(each);
    return remove || Object.keys(filled).length === 0 ? [] : Object.assign(filled, { name: each.name ?? "" });
  });
}

function CompetitorFields({ index, of, problem }: { index: number; of?: Competitor; problem?: ApiProblem }) {
  return (
    <details
      class="item"
      open={(of === undefined && index === 0) || problem?.fieldMessage(`competitors.${index}`) !== undefined}
    >
      <summary>{of ? of.name || "No name" : "Add a competitor"}</summary>
      <TableFields
        table={of ? KNOWN_COMPETITOR : COMPETITOR}
        values={of}
        problem={problem}
        at={`competitors.${index}.`}
      />
    </details>
  );
}

/** The names to look for in AI answers. */
export function brandPage(c: SitePageContext, typed?: Brand, problem?: ApiProblem) {
  const { domain, warnings, ...stored } = c.var.domain;
  const shown: Brand = typed ?? stored;
  const { competitors } = shown;
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
            <TableFields
              table={{ ...BRAND_TABLE, brandName: { ...BRAND_TABLE.brandName, placeholder: domain } }}
              values={shown}
              problem={problem}
            />
          </Card>
          <Card title="Competitors" id="competitors">
            <p class="hint">At most {MAX_COMPETITORS}. Save to add more.</p>
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
  const { brandName = null, category = null, ...lists } = readFields(form, BRAND_TABLE);
  const brand = { ...lists, brandName, category, competitors: typedCompetitors(form) };
  return changeOwnDomain(
    c,
    brand,
    sitePath(c.var.domain.domain, "settings"),
    (problem) => brandPage(c, brand, problem),
    { form, fields: BRAND_FIELDS },
  );
}
