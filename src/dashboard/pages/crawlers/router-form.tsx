import type { ResponseOf } from "../../../client";
import { ROUTED_KINDS, ROUTER_ACTIONS } from "../../../accounts";
import { sitePath } from "../../../lib/hosts/page-paths";
import type { FormFields } from "../../server/form";
import type { ApiProblem } from "../../server/read";
import { countWords } from "../../ui/count-words";
import { TableFields, type FieldTable } from "../../ui/fields";
import { Button, Checkbox, Form } from "../../ui/form";
import { Grid, Notice } from "../../ui/panels";
import { purposeWords } from "./crawler-words";

type Report = ResponseOf<"readRouter">;

const GONE_FIELD: FieldTable = {
  goneList: {
    kind: "lines",
    apiName: "gone",
    label: "Pages that are gone",
    rows: 6,
    hint: "One path per line, at most 100. Crawlers get 410 only while the page is missing.",
  },
};

/** Paths of the form's list: those in force, or those that are proposed. */
function goneShown({ gone, switches, proposals }: Report): string[] {
  if (switches.some(({ action }) => action === "gone")) return gone;
  const proposed = proposals.find(({ action }) => action === "gone")?.paths ?? [];
  return proposed.map(({ path }) => path);
}

/** A form that the API refused, as it was typed. */
export interface RefusedSwitches {
  problem: ApiProblem;
  switches: readonly { action: string; kind: string }[];
  gone: readonly string[];
  /** The list that the form began with. */
  shown: readonly string[];
}

interface SwitchesProps {
  domain: string;
  report: Report;
  mayChange: boolean;
  refused?: RefusedSwitches | undefined;
}

/** The form that switches the routing of crawlers. */
export function Switches({ domain, report, mayChange, refused }: SwitchesProps) {
  const isOn = (action: string, kind: string) =>
    (refused ?? report).switches.some((each) => each.action === action && each.kind === kind);
  const visitsOf = (action: string, kind: string) =>
    report.proposals.find((each) => each.action === action)?.kinds.find((each) => each.kind === kind)?.visits ?? 0;
  const shown = refused?.shown ?? goneShown(report);
  if (!mayChange) return <Notice>Only owners of the account can switch this.</Notice>;
  return (
    <Form action={sitePath(domain, "crawlers/router")} problem={refused?.problem.message}>
      <Grid wide>
        {ROUTER_ACTIONS.map((action) => (
          <fieldset>
            <legend>{action === "redirect" ? "Redirect to the canonical page" : "Say that a page is gone"}</legend>
            {ROUTED_KINDS.map((kind) => (
              <Checkbox
                label={purposeWords(kind)}
                name={action}
                value={kind}
                checked={isOn(action, kind)}
                hint={`${countWords(visitsOf(action, kind), "visit", "visits")} could be spared`}
              />
            ))}
          </fieldset>
        ))}
      </Grid>
      <TableFields table={GONE_FIELD} values={{ goneList: refused?.gone ?? shown }} problem={refused?.problem} />
      <input type="hidden" name="goneShown" value={shown.join("\n")} />
      <Button>Save</Button>
    </Form>
  );
}

export function switchWords({ switches }: Report): string {
  if (switches.length === 0) return "All crawlers get every page.";
  const compared = switches.some(({ reason }) => reason === "days_left");
  if (compared) return "Saved. Half of the pages stay as they are for 28 days.";
  return switches.every(({ pages }) => pages === 0) ? "Saved. No page is known yet to which it applies." : "Saved.";
}

/** What the form holds, and what the API gets of it. */
export function sentSwitches(domain: string, form: FormFields) {
  const switches = ROUTER_ACTIONS.flatMap((action) => {
    const kinds = form.all(action);
    return ROUTED_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => ({ action, kind }));
  });
  // Without a list, the API keeps the one in force: whoever did not touch it changes nothing.
  const [gone, shown] = [form.lines("goneList"), form.lines("goneShown")];
  const isChanged = gone.join("\n") !== shown.join("\n");
  return { body: { domain, switches, ...(isChanged && { gone }) }, typed: { switches, gone, shown } };
}
