import { SETTINGS, type SettingName, type WorkerSetting } from "./table";

/** WorkerVariables and secrets as text; undefined if not set. */
export type WorkerVariables = Partial<Record<WorkerSetting, string>>;

type Of<Row> = { [Name in SettingName]: (typeof SETTINGS)[Name] extends Row ? Name : never }[SettingName] &
  WorkerSetting;
type NumberName = Of<{ kind: "number" }>;
type TextName = Of<{ kind: "text"; default: string }>;
type ListName = Of<{ kind: "list" }>;
type SwitchName = Of<{ kind: "switch" }>;

/** A setting that is a whole number, within its bounds. See the table for what is used instead of any other value. */
export function numberSetting<Name extends NumberName>(env: Pick<WorkerVariables, Name>, name: Name): number {
  const row: { default: number; min?: number; max?: number } = SETTINGS[name];
  const text = env[name]?.trim() ?? "";
  const given = /^\d{1,12}$/.test(text) ? Number(text) : row.default;
  return given < (row.min ?? 0) ? row.default : Math.min(given, row.max ?? Infinity);
}

/** A setting that is a text, or else its default. */
export function textSetting<Name extends TextName>(env: Pick<WorkerVariables, Name>, name: Name): string {
  return env[name]?.trim() || SETTINGS[name].default;
}

/** A setting that is an http or https URL. Any other text counts as not set, so a typing error can't stop the service. */
export function urlSetting<Name extends TextName>(env: Pick<WorkerVariables, Name>, name: Name): URL {
  const text = textSetting(env, name);
  return new URL(/^https?:\/\/./i.test(text) && URL.canParse(text) ? text : SETTINGS[name].default);
}

/** The parts of a setting that is a list, as they were written. */
export function listSetting<Name extends ListName>(env: Pick<WorkerVariables, Name>, name: Name): string[] {
  return (env[name] ?? "").split(",");
}

/** Whether a switch is on. */
export function isSwitchedOn<Name extends SwitchName>(env: Pick<WorkerVariables, Name>, name: Name): boolean {
  return env[name] === "true";
}
