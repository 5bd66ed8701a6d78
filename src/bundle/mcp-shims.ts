/**
 * The MCP SDK brings a JSON Schema validator for what servers ask their clients. Ours asks nothing, and zod validates the
 * arguments of its tools.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("This server has no JSON Schema validator.");
  }
}

/** For servers that talk through pipes. */
export const process = {};
