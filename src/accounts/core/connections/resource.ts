/** The server that apps connect to, by the address of a request to the service (RFC 8707, RFC 9728). */
export const resourceOf = (requestUrl: string): string => `${new URL(requestUrl).origin}/mcp`;
