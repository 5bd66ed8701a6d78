import { hashText } from "../../lib/numbers/hash-text";
import { badCursor } from "./refusal";

/** What a cursor belongs to: a tool, with its other arguments. A number that somebody made up, or a cursor of another list, has another mark. */
const markOf = (tool: string, args: Readonly<Record<string, unknown>>, inner: string): string =>
  hashText(JSON.stringify([tool, { ...args, cursor: undefined }, inner])).toString(36);

/** The cursor as an assistant gets it. */
export function sealCursor(tool: string, args: Readonly<Record<string, unknown>>, inner: string): string {
  return `${markOf(tool, args, inner)}.${inner}`;
}

/** What was sealed for this tool and these arguments. @throws ToolRefusal `invalid_cursor`. */
export function openCursor(tool: string, args: Readonly<Record<string, unknown>>, sealed: string): string {
  const dot = sealed.indexOf(".");
  const inner = sealed.slice(dot + 1);
  if (dot < 0 || sealed.slice(0, dot) !== markOf(tool, args, inner)) throw badCursor();
  return inner;
}
