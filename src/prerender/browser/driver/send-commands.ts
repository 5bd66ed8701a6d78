import type { CDPSession } from "@cloudflare/puppeteer";

/** Sends commands in order without waiting for replies, so a target that never replies blocks nothing. */
export function sendCommands(session: CDPSession, commands: ReadonlyArray<[method: string, params?: object]>): void {
  for (const [method, params] of commands) session.send(method as "Network.enable", params as never).catch(() => {});
}
