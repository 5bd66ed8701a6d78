import { Badge } from "../../ui/panels";
import type { FieldView, TypeView } from "./schema-view";

/** A description: code is between backticks. */
export function CodedText({ text }: { text: string }) {
  return <>{text.split("`").map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part))}</>;
}

/** More values than these are folded away. */
const MANY_VALUES = 12;

export function Values({ values }: { values: readonly string[] }) {
  if (values.length === 0) return null;
  const list = values.map((value, i) => (
    <>
      {i > 0 && " "}
      <code>{value}</code>
    </>
  ));
  if (values.length <= MANY_VALUES)
    return (
      <span>
        {values.length === 1 ? "always " : "one of "}
        {list}
      </span>
    );
  return (
    <details class="fold">
      <summary>one of {values.length} values</summary>
      {list}
    </details>
  );
}

/** The limits of a value, and the values that it may have. */
export function ValueLimits({ type: { limits, values } }: { type: TypeView }) {
  if (limits.length + values.length === 0) return null;
  return (
    <div class="limits">
      <Values values={values} />
      {values.length > 0 && limits.length > 0 && "; "}
      <CodedText text={limits.join("; ")} />
    </div>
  );
}

interface FieldsProps {
  type: TypeView;
  /** In a body, required fields are marked. In a response, those that may be missing. */
  received?: boolean;
  depth?: number;
}

/** The fields of an object, with those inside them. */
export function Fields({ type, received, depth = 0 }: FieldsProps) {
  return (
    <>
      <FieldList fields={type.fields} received={received} depth={depth} />
      {type.choices.map((choice) => (
        <Fold name={`If it is ${choice.name}`} count={choice.fields.length} open={depth === 0}>
          <FieldList fields={choice.fields} received={received} depth={depth + 1} />
        </Fold>
      ))}
    </>
  );
}

function FieldList({ fields, received, depth }: { fields: FieldView[]; received?: boolean; depth: number }) {
  if (fields.length === 0) return null;
  return (
    <ul class="members">
      {fields.map((field) => (
        <Member field={field} received={received} depth={depth} />
      ))}
    </ul>
  );
}

function Member({ field, received, depth }: { field: FieldView; received?: boolean; depth: number }) {
  const { name, required, description, type } = field;
  const count = type.fields.length + type.choices.length;
  return (
    <li>
      <div class="member-head">
        <code class="member-name">{name}</code> <span class="muted">{type.name}</span>{" "}
        {required && !received && <Badge tone="info">required</Badge>}
        {!required && received && <Badge>may be missing</Badge>}
      </div>
      {description && (
        <p>
          <CodedText text={description} />
        </p>
      )}
      <ValueLimits type={type} />
      {count > 0 && (
        <Fold name={name} count={count} open={depth === 0 && count <= 12}>
          <Fields type={type} received={received} depth={depth + 1} />
        </Fold>
      )}
    </li>
  );
}

function Fold(props: { name: string; count: number; open: boolean; children?: unknown }) {
  const { name, count, open, children } = props;
  return (
    <details class="fold" open={open}>
      <summary>
        {name}: {count} {count === 1 ? "field" : "fields"}
      </summary>
      {children}
    </details>
  );
}
