import { spawn } from "node:child_process";
import path from "node:path";
import { freePort } from "../../test/support/service.ts";

/** A running site of articles. */
export interface ArticleSite {
  port: number;
  /** Host with port. */
  host: string;
  stop: () => void;
}

/** Starts a site of `pages` pages in a process of its own, and waits until it answers. */
export async function startArticles(pages: number): Promise<ArticleSite> {
  const port = await freePort();
  const args = [path.join(import.meta.dirname, "article-server.ts"), String(pages), String(port)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  process.on("exit", () => child.kill());
  const host = `127.0.0.1:${port}`;
  for (;;) {
    const answer = await fetch(`http://${host}/robots.txt`).catch(() => null);
    if (answer?.ok) return { port, host, stop: () => void child.kill() };
    if (child.exitCode !== null) throw new Error("the site did not start");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
