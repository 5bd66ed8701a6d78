import type { Child } from "hono/jsx";
import { Checkbox, Field, Select } from "./form";

export type FieldOptions = readonly (readonly [value: string, name: string, hint?: string])[];

interface Row {
  label: string;
  hint?: Child;
  /** The API's name of the field, if it is not the row's name. Its errors are shown at this field. */
  apiName?: string;
}

/** Text that a reader types. */
interface TextRow extends Row {
  required?: boolean;
  autocomplete?: string;
  minlength?: number;
  maxlength?: number;
  placeholder?: string;
  autofocus?: boolean;
  inputmode?: "numeric" | "url" | "email";
}

/**
 * One field of a form. `lines`: a list with one item on each line. `password`: taken as typed, and never shown again.
 * `choice`: one of the options, of which `""` means none. `choices`: any of them.
 */
export type FieldRow =
  | (TextRow & { kind: "text"; rows?: number })
  | (TextRow & { kind: "email" | "url" | "password" })
  | (TextRow & { kind: "lines"; rows?: number })
  | (Row & { kind: "number"; required?: boolean; min?: number; max?: number })
  | (Row & { kind: "check" })
  | (Row & { kind: "choice" | "choices"; options: FieldOptions });

/**
 * The fields of a form by name, in the order in which they are shown: what `TableFields` renders and `readFields`
 * reads.
 */
export type FieldTable = Readonly<Record<string, FieldRow>>;

/** What a form holds. `null` and undefined are empty. */
type Shown = string | number | boolean | readonly string[] | null | undefined;

interface FieldsProps<Table extends FieldTable> {
  table: Table;
  values?: { readonly [Name in keyof Table]?: Shown };
  /** Why the API refused the form. */
  problem?: { fieldMessage: (apiName: string) => string | undefined };
  /** What the names of a group begin with, such as `competitors.0.`. */
  at?: string;
  /** The same for the API's names, if they differ. */
  apiAt?: string;
}

/** The fields of a table, each with what it holds and its error. */
export function TableFields<Table extends FieldTable>(props: FieldsProps<Table>) {
  const { table, values, problem, at = "", apiAt = at } = props;
  const shown: Readonly<Record<string, Shown>> = values ?? {};
  return (
    <>
      {Object.entries(table).map(([name, row]) => (
        <OneField
          row={row}
          name={at + name}
          value={shown[name]}
          error={problem?.fieldMessage(apiAt + (row.apiName ?? name))}
        />
      ))}
    </>
  );
}

function OneField({ row, name, value, error }: { row: FieldRow; name: string; value: Shown; error?: string }) {
  const { apiName: _apiName, ...rest } = row;
  switch (rest.kind) {
    case "check":
      return <Checkbox label={rest.label} name={name} checked={value === true} hint={rest.hint} />;
    case "choice":
      return <Select {...withoutKind(rest)} name={name} value={textOf(value) ?? ""} error={error} />;
    case "choices":
      return <Choices {...rest} name={name} chosen={Array.isArray(value) ? value : []} error={error} />;
    case "lines":
      return <Field rows={2} {...withoutKind(rest)} name={name} value={textOf(value)} error={error} />;
    case "password":
      return <Field {...withoutKind(rest)} type="password" name={name} error={error} />;
    case "number":
      return <NumberField {...withoutKind(rest)} name={name} value={value} error={error} />;
    default:
      return <Field {...withoutKind(rest)} type={rest.kind} name={name} value={textOf(value)} error={error} />;
  }
}

interface NumberFieldProps extends Row {
  name: string;
  value: Shown;
  error?: string;
  required?: boolean;
  min?: number;
  max?: number;
}

/** Browsers show text that is not a number only in a text field. */
function NumberField({ value, min, max, ...rest }: NumberFieldProps) {
  if (typeof value === "string") return <Field {...rest} type="text" inputmode="numeric" value={value} />;
  return <Field {...rest} type="number" min={min} max={max} value={textOf(value)} />;
}

function withoutKind<T extends { kind: string }>({ kind: _kind, ...rest }: T): Omit<T, "kind"> {
  return rest;
}

function textOf(value: Shown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return Array.isArray(value) ? value.join("\n") : String(value);
}

interface ChoicesProps {
  label: string;
  hint?: Child;
  name: string;
  options: FieldOptions;
  chosen: readonly string[];
  error?: string;
}

/** Boxes of which any may be checked. */
function Choices({ label, hint, name, options, chosen, error }: ChoicesProps) {
  return (
    <fieldset class="choices">
      <legend>{label}</legend>
      {hint && <p class="hint">{hint}</p>}
      {options.map(([value, text, about]) => (
        <Checkbox label={text} name={name} value={value} checked={chosen.includes(value)} hint={about} />
      ))}
      {error && <p class="field-error">{error}</p>}
    </fieldset>
  );
}
