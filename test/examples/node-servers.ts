import { readFileSync } from "node:fs";
import path from "node:path";
import { emptyFolder, startProgram, type Example } from "./place.ts";

const PACKAGES = path.resolve(import.meta.dirname, "../../node_modules");

/** Version of a package of the repository. */
export const versionOf = (name: string) =>
  (JSON.parse(readFileSync(path.join(PACKAGES, name, "package.json"), "utf8")) as { version: string }).version;

/** They need only packages that the repository has anyway. */
export const NODE_SERVERS: readonly Example[] = [
  {
    name: "express",
    version: () => versionOf("express"),
    start: (place) => startProgram([process.execPath, "server.mjs"], place),
  },
  {
    name: "vite",
    version: () => versionOf("vite"),
    start: (place) => {
      emptyFolder(place, "dist");
      return startProgram(
        [
          process.execPath,
          path.join(PACKAGES, "vite/bin/vite.js"),
          "preview",
          "--host",
          "127.0.0.1",
          "--port",
          String(place.port),
        ],
        place,
      );
    },
  },
];
