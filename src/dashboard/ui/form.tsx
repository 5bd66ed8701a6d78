import type { Child } from "hono/jsx";
import { Notice } from "./panels";

interface FieldProps {
  label: string;
  name: string;
  type?: "text" | "email" | "password" | "url" | "number" | "search" | "date";
  value?: string | number | null;
  hint?: Child;
  error?: string;
  required?: boolean;
  autocomplete?: string;
  minlength?: number;
  maxlength?: number;
  min?: number;
  max?: number;
  placeholder?: string;
  autofocus?: boolean;
  inputmode?: "numeric" | "url" | "email";
  /** A text area with this many lines. */
  rows?: number;
}

const describedBy = ({ name, hint, error }: Pick<FieldProps, "name" | "hint" | "error">) =>
  [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ") || undefined;

/** A labelled input with its hint and its error. */
export function Field(props: FieldProps) {
  const { label, name, hint, error, value, rows, type = "text", ...rest } = props;
  const common = {
    id: name,
    name,
    "aria-describedby": describedBy(props),
    "aria-invalid": error ? ("true" as const) : undefined,
    ...rest,
  };
  return (
    <div class="field">
      <label for={name}>
        {label}
        {!props.required && <span class="optional"> (optional)</span>}
      </label>
      {hint && <FieldHint name={name}>{hint}</FieldHint>}
      {rows ? (
        <textarea {...common} rows={rows}>
          {String(value ?? "")}
        </textarea>
      ) : (
        <input {...common} type={type} value={value === null || value === undefined ? undefined : String(value)} />
      )}
      <FieldError name={name} error={error} />
    </div>
  );
}

const FieldHint = ({ name, children }: { name: string; children?: Child }) => (
  <p class="hint" id={`${name}-hint`}>
    {children}
  </p>
);

const FieldError = ({ name, error }: { name: string; error?: string }) =>
  error ? (
    <p class="field-error" id={`${name}-error`}>
      {error}
    </p>
  ) : null;

/** A file to send. Its form needs `upload`. */
export const FileField = ({
  label,
  name,
  accept,
  hint,
}: {
  label: string;
  name: string;
  accept: string;
  hint: Child;
}) => (
  <div class="field">
    <label for={name}>{label}</label>
    <FieldHint name={name}>{hint}</FieldHint>
    <input type="file" id={name} name={name} accept={accept} required aria-describedby={`${name}-hint`} />
  </div>
);

interface SelectProps {
  label: string;
  name: string;
  value?: string | null;
  options: readonly (readonly [value: string, name: string, hint?: string])[];
  hint?: Child;
  error?: string;
}

export function Select(props: SelectProps) {
  const { label, name, value, options, hint, error } = props;
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint && <FieldHint name={name}>{hint}</FieldHint>}
      <select id={name} name={name} aria-describedby={describedBy(props)} aria-invalid={error ? "true" : undefined}>
        {options.map(([each, text]) => (
          <option value={each} selected={each === value}>
            {text}
          </option>
        ))}
      </select>
      <FieldError name={name} error={error} />
    </div>
  );
}

export function Checkbox(props: { label: Child; name: string; checked?: boolean; hint?: Child; value?: string }) {
  const { label, name, checked, hint, value } = props;
  // Several boxes may share a name.
  const own = value === undefined ? name : `${name}-${value}`;
  return (
    <div class="field field-check">
      <label>
        <input
          type="checkbox"
          name={name}
          checked={checked}
          value={value ?? "yes"}
          aria-describedby={describedBy({ name: own, hint })}
        />{" "}
        {label}
      </label>
      {hint && <FieldHint name={own}>{hint}</FieldHint>}
    </div>
  );
}

interface FormProps {
  action: string;
  /** `get` for filters: the choice becomes part of the URL. */
  method?: "get" | "post";
  /** The problem of the whole form, shown above it. */
  problem?: string;
  /** Fields next to each other, for filters. */
  row?: boolean;
  id?: string;
  /** Sends a file. */
  upload?: boolean;
  children?: Child;
}

/** A form that works without scripts. */
export function Form({ action, method = "post", problem, row, id, upload, children }: FormProps) {
  const enctype = upload ? "multipart/form-data" : undefined;
  return (
    <form method={method} action={action} class={row ? "form form-row" : "form"} id={id} enctype={enctype}>
      {problem && <Notice kind="bad">{problem}</Notice>}
      {children}
    </form>
  );
}

interface ButtonProps {
  tone?: "main" | "plain" | "danger";
  name?: string;
  value?: string;
  /** Where this button sends the form, instead of the form's own address. */
  formaction?: string;
  children?: Child;
}

export function Button({ tone = "main", name, value, formaction, children }: ButtonProps) {
  return (
    <button class={`button-${tone}`} name={name} value={value} formaction={formaction}>
      {children}
    </button>
  );
}

export function ButtonLink(props: { href: string; tone?: "main" | "plain" | "danger"; children?: Child }) {
  return (
    <a class={`button-${props.tone ?? "plain"}`} href={props.href}>
      {props.children}
    </a>
  );
}

interface ConfirmProps {
  /** Names the action: "Revoke this key". */
  name: string;
  /** What happens, and whether it can be undone. */
  children?: Child;
  action: string;
  fields?: Record<string, string>;
}

/** A destructive action that asks first: the button opens the question, and only the button inside acts. */
export function Confirm({ name, children, action, fields = {} }: ConfirmProps) {
  return (
    <details class="confirm">
      <summary class="button-danger">{name}…</summary>
      <form method="post" action={action} class="confirm-question">
        {Object.entries(fields).map(([key, value]) => (
          <input type="hidden" name={key} value={value} />
        ))}
        <div>{children}</div>
        <Button tone="danger">{name}</Button>
      </form>
    </details>
  );
}
