/** The parts of the OpenAPI document that the reference shows. */
export interface DescribedApi {
  info: { version: string };
  tags: { name: string }[];
  components: { securitySchemes: Record<string, SecurityScheme> };
  paths: Record<string, Record<string, DescribedOperation>>;
  webhooks?: Record<string, Record<string, DescribedOperation>>;
}

export interface SecurityScheme {
  type: string;
  in?: string;
  name?: string;
  scheme?: string;
  description?: string;
}

export interface DescribedOperation {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: Record<string, unknown>[];
  parameters?: DescribedParameter[];
  requestBody?: { required?: boolean; content: Record<string, DescribedContent> };
  responses: Record<string, DescribedResponse>;
}

export interface DescribedParameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: DescribedSchema;
  example?: unknown;
}

export interface DescribedResponse {
  description?: string;
  headers?: Record<string, { description?: string }>;
  content?: Record<string, DescribedContent>;
}

export interface DescribedContent {
  schema?: DescribedSchema;
  example?: unknown;
}

export interface DescribedSchema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  anyOf?: DescribedSchema[];
  oneOf?: DescribedSchema[];
  allOf?: DescribedSchema[];
  properties?: Record<string, DescribedSchema>;
  required?: string[];
  additionalProperties?: DescribedSchema | boolean;
  propertyNames?: DescribedSchema;
  items?: DescribedSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  pattern?: string;
  format?: string;
  contentSchema?: DescribedSchema;
}

/** An operation, or an event that we send, as the lists name it. */
export interface ListedOperation {
  /** Operation id, or name of the event. */
  id: string;
  summary: string;
  method: string;
  /** Empty for events: their receiver chooses the address. */
  path: string;
  tag: string;
  described: DescribedOperation;
}

/** The area of the list that holds what we send to others. */
export const EVENTS = "Events that we send";

/** All operations in the document's order, then the events. */
export function listOperations({ paths, webhooks = {} }: DescribedApi): ListedOperation[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { operationId = `${method} ${path}`, summary = operationId, tags = [] } = described;
      return { id: operationId, summary, method: method.toUpperCase(), path, tag: tags[0] ?? "Other", described };
    }),
  );
  const events = Object.entries(webhooks).flatMap(([name, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { summary = name } = described;
      return { id: name, summary, method: method.toUpperCase(), path: "", tag: EVENTS, described };
    }),
  );
  return [...operations, ...events];
}

/** Whether every word of the search occurs in the text. */
export function fitsSearch(text: string, search: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
