import type { ToolAnnotations } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Client, OperationId } from "../../client";
import { cleanLine } from "../../lib/text/strangers-text";

/** What a tool may use: the operations that it names, and nothing else. */
export interface ToolContext<Id extends OperationId = OperationId> {
  /** Our own API, as the caller of the tool: scope, plan and validation are those of HTTP. */
  api: Pick<Client, Id>;
  now: number;
  /** Aborted when the client has gone. */
  signal: AbortSignal;
  /** Reports the progress of a long call to the client, if it wants to know. */
  progress: (done: number, total: number, message: string) => Promise<void>;
  wait: (ms: number) => Promise<void>;
}

type Marks = Required<Omit<ToolAnnotations, "title">>;

export interface ToolSpec<Input extends z.ZodObject, Output extends z.ZodObject, Id extends OperationId> {
  name: string;
  title: string;
  description: string;
  input: Input;
  output: Output;
  annotations: Marks;
  /** The operations that the tool calls. The marks follow from their methods, and a test compares them. */
  calls: readonly Id[];
  run: (args: z.output<Input>, context: ToolContext<Id>) => Promise<z.output<Output>>;
}

export interface Tool extends Omit<ToolSpec<z.ZodObject, z.ZodObject, OperationId>, "run"> {
  run: (args: Record<string, unknown>, context: ToolContext) => Promise<Record<string, unknown>>;
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject, Id extends OperationId>(
  spec: ToolSpec<Input, Output, Id>,
): Tool {
  return spec as unknown as Tool;
}

/** Marks of a tool that only reads our own data. */
export const READS: Marks = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Arguments of a tool. Unknown ones are refused, because a filter that does nothing misleads. */
export function args<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(", ");
  return z.strictObject(shape, {
    error: ({ code, keys }) => {
      if (code !== "unrecognized_keys") return undefined;
      const unknown = cleanLine(keys.slice(0, 5).join(", "), 100);
      return `unknown arguments (${unknown}); this tool takes ${known === "" ? "none" : known}`;
    },
  });
}

export const DomainName = z.string().min(1).max(300).describe("A verified domain; list_domains lists them");
/** An id that becomes a part of an operation's path. Dots alone would make it the path of another operation. */
export const PathPart = z
  .string()
  .min(1)
  .max(100)
  .refine((id) => id !== "." && id !== "..", "is not an id");
export const LookBack = z.int().min(1).max(180).default(30).describe("Days to look back, including today");
export const ListCursor = z.string().max(2_200).optional().describe("nextCursor of the previous result");
/** Of a list that the API itself cuts. */
export const nextCursorOf = (most: string) =>
  z.string().nullable().describe(`Pass it as \`cursor\` to read on; null: this was all of what is listed, ${most}`);
export const NextCursor = z.string().nullable().describe("Pass it as `cursor` to read on; null: this was all");
/** Scores, as the API calls them. People know the second one. */
export const PageScore = z.number().describe("Average score of the pages, 0 to 100. `siteScore` is the headline");
export const HeadlineScore = z
  .number()
  .nullable()
  .describe("The headline, 0 to 100, which the dashboard calls Health; null: not known");
export const ConfirmInput = z
  .boolean()
  .default(false)
  .describe("true: do it. Otherwise the tool only says what it would do. Ask the person first");
