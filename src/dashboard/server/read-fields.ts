import type { FieldRow, FieldTable } from "../ui/fields";
import type { FormFields } from "./form";

type OptionOf<Row> = Row extends { options: readonly (readonly [infer Value extends string, string, string?])[] }
  ? Value
  : never;

type ValueOf<Row> = Row extends { kind: "number" }
  ? number | undefined
  : Row extends { kind: "check" }
    ? boolean
    : Row extends { kind: "lines" }
      ? string[]
      : Row extends { kind: "choices" }
        ? OptionOf<Row>[]
        : Row extends { kind: "choice" }
          ? Exclude<OptionOf<Row>, ""> | ("" extends OptionOf<Row> ? undefined : never)
          : Row extends { kind: "password" } | { required: true }
            ? string
            : string | undefined;

/**
 * What a form holds, by the table of its fields. An empty text that is not required is undefined. A choice is passed on
 * as it was made, even if it is no longer an option, so that the API refuses it; without one, the first option counts.
 * Likewise, a number field whose text is no number holds that text.
 */
export type FieldValues<Table extends FieldTable> = { [Name in keyof Table]: ValueOf<Table[Name]> };

/** Reads the fields that `<TableFields>` renders. `at`: what the names of a group begin with. */
export function readFields<const Table extends FieldTable>(
  form: FormFields,
  table: Table,
  at = "",
): FieldValues<Table> {
  const values = Object.entries(table).map(([name, row]) => [name, readField(form, row, at + name)]);
  return Object.fromEntries(values) as FieldValues<Table>;
}

/** Reads groups of fields that are named `<name>.0.…`, `<name>.1.…`. */
export function readGroups<const Table extends FieldTable>(
  form: FormFields,
  table: Table,
  name: string,
  most: number,
): FieldValues<Table>[] {
  return Array.from({ length: most }, (_, i) => readFields(form, table, `${name}.${i}.`));
}

function readField(form: FormFields, row: FieldRow, name: string) {
  switch (row.kind) {
    case "number":
      return form.number(name);
    case "check":
      return form.checked(name);
    case "lines":
      return form.lines(name);
    case "password":
      return form.raw(name);
    case "choice":
      return form.some(name) ?? (row.options[0]?.[0] || undefined);
    case "choices":
      return form.all(name);
    default:
      return row.required ? form.text(name) : form.some(name);
  }
}

/** The option that a text names, or else the first. */
export function oneOf<T extends string>(options: readonly (readonly [T, string])[], text: string): T {
  return options.find(([value]) => value === text)?.[0] ?? options[0]![0];
}

type Filled<T> = { [Name in keyof T]?: Exclude<T[Name], undefined | false> };

/** What is filled in: without empty texts, empty lists and unchecked boxes. */
export function onlyFilled<T extends object>(values: T): Filled<T> {
  const filled = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(filled) as Filled<T>;
}
