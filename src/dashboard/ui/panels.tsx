import type { Child } from "hono/jsx";
import { Icon } from "./icon";
import { PICTURES, type PictureName } from "./pictures";
import { Sparkline } from "./sparkline";

type Tone = "good" | "warn" | "bad" | "info" | "none";

/** The h1 of a page. `actions` are links or buttons next to it. */
export function PageHeader(props: {
  title: Child;
  lead?: Child;
  actions?: Child;
  back?: { href: string; name: string };
}) {
  return (
    <div class="page-header">
      {props.back && (
        <p class="back">
          <a href={props.back.href}>← {props.back.name}</a>
        </p>
      )}
      <div class="page-title">
        <h1>{props.title}</h1>
        {props.actions && <div class="actions">{props.actions}</div>}
      </div>
      {props.lead && <p class="lead">{props.lead}</p>}
    </div>
  );
}

export function Card(props: { title?: Child; id?: string; actions?: Child; children?: Child }) {
  return (
    <section class="card" id={props.id}>
      {(props.title || props.actions) && (
        <div class="card-head">
          {props.title && <h2>{props.title}</h2>}
          {props.actions}
        </div>
      )}
      {props.children}
    </section>
  );
}

/** Cards or stats side by side where they fit. */
export function Grid({ children, wide }: { children?: Child; wide?: boolean }) {
  return <div class={wide ? "grid grid-wide" : "grid"}>{children}</div>;
}

interface StatProps {
  name: Child;
  value: Child;
  note?: Child;
  tone?: Tone;
  href?: string;
  /** How it changed, a DeltaFigure with its words. */
  delta?: Child;
  /** How it went, oldest first. Null: there are no data. */
  trend?: { values: readonly (number | null)[]; label: string; max?: number };
}

/** One figure with its name, how it changed and how it went. Several go into a Grid. */
export function Stat(props: StatProps) {
  return (
    <div class="stat">
      <div class="stat-name">{props.href ? <a href={props.href}>{props.name}</a> : props.name}</div>
      <div class={`stat-value tone-${props.tone ?? "none"}`}>{props.value}</div>
      {props.trend && <Sparkline {...props.trend} />}
      {props.delta && <div class="stat-delta">{props.delta}</div>}
      {props.note && <div class="stat-note">{props.note}</div>}
    </div>
  );
}

export function Badge({ tone = "none", children }: { tone?: Tone; children?: Child }) {
  return <span class={`badge tone-${tone}`}>{children}</span>;
}

export function Notice({ kind = "info", children }: { kind?: Tone; children?: Child }) {
  return (
    <div class={`notice tone-${kind}`} role={kind === "bad" ? "alert" : "status"}>
      {kind !== "none" && <Icon name={kind} />}
      <div>{children}</div>
    </div>
  );
}

interface EmptyProps {
  title: string;
  /** Shows what will be there. */
  picture?: PictureName;
  children?: Child;
  action?: Child;
}

/** What a list shows while it has nothing: why, and what to do next. */
export function EmptyState({ title, picture, children, action }: EmptyProps) {
  const Drawing = picture && PICTURES[picture];
  return (
    <div class="empty">
      {Drawing && <Drawing />}
      <p class="empty-title">{title}</p>
      {children && <p>{children}</p>}
      {action && <div class="actions">{action}</div>}
    </div>
  );
}

/** Links that look like tabs: the choice is part of the URL. */
export function Tabs({ label, items }: { label: string; items: { href: string; name: Child; current: boolean }[] }) {
  return (
    <nav class="tabs" aria-label={label}>
      {items.map(({ href, name, current }) => (
        <a href={href} aria-current={current ? "page" : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

/** A text to copy. Without scripts, it can be selected. `block` for several lines. */
export function CopyText({ text, name, block }: { text: string; name: string; block?: boolean }) {
  return (
    <div class={block ? "copy copy-block" : "copy"}>
      {block ? <pre tabindex={0}>{text}</pre> : <code>{text}</code>}
      <button type="button" class="small" data-copy={text} aria-label={`Copy ${name}`} hidden>
        Copy
      </button>
    </div>
  );
}

/** Names and values. */
export function Facts({ items }: { items: (readonly [name: Child, value: Child])[] }) {
  return (
    <dl class="facts">
      {items.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Follows work over server-sent events of the API (browser/progress.ts). `progress` events hold JSON: a
 * `[data-field=name]` inside shows its `name`, and a `<progress data-field>` takes it as its value, and
 * `data-max-field` as its maximum. The page reloads at the event `end`. Give the page `scripts: ["progress"]` and
 * `refreshSeconds`.
 */
export function Progress({ source, children }: { source: string; children?: Child }) {
  return (
    <div class="live" data-progress={source}>
      {children}
    </div>
  );
}
