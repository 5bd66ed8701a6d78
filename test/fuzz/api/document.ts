import type { ApiDocument } from "../../support/valid-response.ts";

/** A JSON schema, as far as requests of the document use it. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

export interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema: Schema;
}

export interface Operation {
  id: string;
  method: string;
  /** The path with its parameters in braces. */
  pattern: string;
  /** The first word of its path that names its area, such as `webhooks`. */
  area: string;
  parameters: Parameter[];
  body: { schema: Schema; example: unknown } | null;
  /** Names of the credentials that it accepts. */
  credentials: string[];
  /** Documented error codes by status. */
  codes: Map<number, string[]>;
}

interface Described {
  operationId: string;
  parameters?: Parameter[];
  security?: object[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

function codesOf({ responses }: Described): Map<number, string[]> {
  return new Map(
    Object.entries(responses).map(([status, { content }]) => [
      Number(status),
      (content?.["application/json"]?.schema?.properties?.["error"]?.enum ?? []) as string[],
    ]),
  );
}

export function operationsOf(document: ApiDocument): Operation[] {
  const paths = document.paths as unknown as Record<string, Record<string, Described>>;
  return Object.entries(paths).flatMap(([pattern, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const body = described.requestBody?.content["application/json"];
      return {
        id: described.operationId,
        method: method.toUpperCase(),
        pattern,
        area: pattern.split("/")[pattern.startsWith("/api/") ? 2 : 1]!,
        parameters: described.parameters ?? [],
        body: body ? { schema: body.schema, example: body.example } : null,
        credentials: (described.security ?? []).flatMap((each) => Object.keys(each)),
        codes: codesOf(described),
      };
    }),
  );
}

/** What an id after this path names: `/api/webhooks/{id}` and the list at `/api/webhooks` share `/api/webhooks`. */
export function collectionOf(pattern: string, parameter: string): string {
  return pattern.slice(0, pattern.indexOf(`/{${parameter}}`));
}
