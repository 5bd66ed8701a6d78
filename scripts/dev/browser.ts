import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ownerEnv } from "./owned-processes.ts";

/**
 * Chromium's headless shell comes last, although a page takes half of the CPU time in it (docs/evidence/speed.md): some pages of
 * audits get no answer from it, and it fills empty error pages. Debian's command for it outlives its own end, so its program is named.
 */
const SYSTEM_BROWSERS: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "/usr/lib/chromium/chromium-headless-shell",
    "chromium-headless-shell",
    "chrome-headless-shell",
  ],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
};

export type BrowserChoice =
  | { kind: "system"; path: string }
  | { kind: "download" }
  | { kind: "missing"; message: string };

function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(name: string): string | null {
  if (path.isAbsolute(name)) return executable(name) ? name : null;
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find(executable) ?? null;
}

/** The main file of the miniflare that wrangler uses. */
export function miniflareFile(): string {
  return createRequire(createRequire(import.meta.url).resolve("wrangler")).resolve("miniflare");
}

/** CHROME_PATH, else Chromium, Chrome or a headless shell of the system, else the one that wrangler downloads. */
export function chooseBrowser(env: NodeJS.ProcessEnv): BrowserChoice {
  const wanted = env["CHROME_PATH"];
  if (wanted) {
    const found = onPath(wanted);
    return found
      ? { kind: "system", path: found }
      : { kind: "missing", message: `CHROME_PATH=${wanted} is not an executable program.` };
  }
  const found = (SYSTEM_BROWSERS[process.platform] ?? []).map(onPath).find((file) => file !== null);
  return found ? { kind: "system", path: found } : { kind: "download" };
}

/**
 * The Chrome build that the local Browser Rendering looks for. Read from miniflare, so that an update needs no change
 * here.
 */
export function wantedBuild(): string {
  const source = readFileSync(miniflareFile(), "utf8");
  const version = /BROWSER_VERSION = "([\d.]+)"/.exec(source)?.[1];
  if (!version) throw new Error("miniflare no longer states which Chrome build it needs");
  return version;
}

const PLATFORM_FOLDERS: Partial<Record<string, { platform: string; program: string }>> = {
  "linux-x64": { platform: "linux", program: "chrome-linux64/chrome" },
  "darwin-arm64": {
    platform: "mac_arm",
    program: "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
  },
  "darwin-x64": {
    platform: "mac",
    program: "chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
  },
};

/**
 * Chrome keeps a spare process for the next page of a context, and replaces it when a page of another context opens. With
 * a context per domain, every render would pay for a process that is never used.
 */
const UNUSED_FEATURE = "SpareRendererForSitePerProcess";

/**
 * Installs a launcher for the system's browser where the local Browser Rendering expects its own, in a cache folder of
 * this state. Returns the environment that points wrangler there. When the launcher's parent exits, the launcher ends
 * the browser with all its processes. `env` is the environment of the browser, which otherwise writes to the user's home
 * and the system's temporary folder. `build`: the Chrome build that is expected there.
 */
export function installLauncher(
  browser: string,
  stateDir: string,
  env: Record<string, string> = {},
  build = wantedBuild(),
): Record<string, string> {
  const place = PLATFORM_FOLDERS[`${process.platform}-${process.arch}`] ?? PLATFORM_FOLDERS["linux-x64"]!;
  const cache = path.join(stateDir, "browser-cache");
  const folder = path.join(cache, ".wrangler", "chrome", `${place.platform}-${build}`);
  const file = path.join(folder, place.program);
  mkdirSync(path.dirname(file), { recursive: true });
  // Marks this browser as having started before. Otherwise wrangler deletes the launcher when a launch fails.
  writeFileSync(path.join(folder, ".miniflare-install-complete"), "");
  const flags = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  // Root can't use Chrome's sandbox.
  if (process.getuid?.() === 0) flags.push("--no-sandbox");
  // kill -0 also succeeds for a zombie parent, so where /proc exists, the launcher compares its parent's id instead.
  // Browsers are started with an empty environment.
  const variables = Object.entries({ ...env, ...ownerEnv(stateDir) }).map(
    ([name, value]) => `${name}='${value.replaceAll("'", "'\\''")}'`,
  );
  const script = `#!/bin/sh
export ${variables.join(" ")}
parent=$PPID
watched() {
  kill -0 $$ && kill -0 "$parent" || return 1
  [ ! -r /proc/$$/status ] || grep -q "^PPid:[[:space:]]*$parent$" /proc/$$/status
}
(while watched; do sleep 1; done; kill -9 -- -$$; kill -9 $$) </dev/null >/dev/null 2>&1 &
for arg in "$@"; do
  shift
  case $arg in --disable-features=*) arg="$arg,${UNUSED_FEATURE}" ;; esac
  set -- "$@" "$arg"
done
exec "${browser}" ${flags.join(" ")} "$@"
`;
  if (!existsSync(file) || readFileSync(file, "utf8") !== script) writeFileSync(file, script);
  chmodSync(file, 0o700);
  return { XDG_CACHE_HOME: cache };
}
