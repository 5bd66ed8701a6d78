import { cleanLine } from "../../lib/text/strangers-text";

/** No name that a client may send is longer. The protocol's library puts names into its errors as they are. */
const MAX_NAME = 64;
/** The protocol's headers repeat such a name, perhaps in base64. */
const MAX_HEADER = 120;
export const NAME_HEADERS = ["mcp-method", "mcp-name", "mcp-protocol-version"] as const;
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

/** An error of JSON-RPC, and its HTTP status. */
export interface RpcRefusal {
  status: number;
  code: number;
  message: string;
}

const isTooLong = (text: unknown, most = MAX_NAME) => typeof text === "string" && text.length > most;

/**
 * Why a message is refused for a name in it: a tool that is not there, whatever it is called (`__proto__` is no other name than
 * `nonsense`), or a name that is too long to be one. Null: the names may go on.
 */
export function refusedNames(
  message: object,
  headers: ReadonlyArray<string | undefined>,
  tools: readonly string[],
): RpcRefusal | null {
  const { method, params } = message as { method?: unknown; params?: Record<string, unknown> | null };
  if (isTooLong(method))
    return { status: 404, code: -32601, message: `Method not found: ${cleanLine(String(method), MAX_NAME)}` };
  const { name, uri, taskId, protocolVersion, _meta: meta } = params ?? {};
  if (method === "tools/call" && typeof name === "string" && !tools.includes(name))
    return { status: 200, code: -32602, message: `Tool ${cleanLine(name, MAX_NAME)} not found` };
  const version = typeof meta === "object" && meta !== null ? (meta as Record<string, unknown>)[VERSION_KEY] : null;
  const names = [name, uri, taskId, protocolVersion, version];
  if (!names.some((each) => isTooLong(each)) && !headers.some((each) => isTooLong(each, MAX_HEADER))) return null;
  return { status: 400, code: -32600, message: `No name or version here has more than ${MAX_NAME} characters.` };
}
