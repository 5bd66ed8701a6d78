/**
 * Who sets a setting; docs/settings.md is grouped by it. `start`: the person who runs `npm start`, for the script alone.
 * `operator`: the person who deploys. `deploy`: `npm run deploy` and `npm start`, automatically. `developer`: never in
 * production.
 */
export type SetBy = "start" | "operator" | "deploy" | "developer";

/** What a setting is about. docs/settings.md has a table for each. */
export type SettingGroup =
  | "operator"
  | "mail"
  | "providers"
  | "judge"
  | "rendering"
  | "audits"
  | "crawlers"
  | "hostnames";

interface Described {
  setBy: SetBy;
  group?: SettingGroup;
  /** What it does, in sentences of at most 200 characters. */
  meaning: string;
  /** The default as the documents describe it, where it is not a value. */
  defaultInWords?: string;
  /** What `npm start` passes to the Worker if nobody has set it. */
  local?: string;
  /** The same as the documents describe it, where it is not a value. */
  localInWords?: string;
}

interface TextSetting extends Described {
  /** A `list` is separated by commas; a `switch` is on if it is `true`. */
  kind: "text" | "list" | "switch";
  /** What is used if it is not set or empty. */
  default?: string;
}

interface NumberSetting extends Described {
  kind: "number";
  /** What is used if it is not set, not a whole number or less than `min`. */
  default: number;
  /** Default: 0. */
  min?: number;
  /** What is used if it is more. Default: none. */
  max?: number;
}

interface SecretSetting extends Described {
  kind: "secret";
  /** Ends the sentence "Without it, …". */
  without: string;
  /** Cloudflare's deploy button asks for it. */
  deployButton?: true;
}

/** A row of the table of settings. */
export type Setting = TextSetting | NumberSetting | SecretSetting;
