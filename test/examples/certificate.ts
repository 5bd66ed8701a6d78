import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

/** A certificate for localhost. */
export interface Certificate {
  key: string;
  cert: string;
  /** Where `cert` is. */
  file: string;
}

/** Null: `openssl` is not on this machine. */
export function makeCertificate(folder: string): Certificate | null {
  const keyFile = path.join(folder, "key.pem");
  const file = path.join(folder, "cert.pem");
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const made = ["-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", keyFile, "-out", file];
  if (spawnSync("openssl", ["req", "-x509", ...made, ...names]).status !== 0) return null;
  return { key: readFileSync(keyFile, "utf8"), cert: readFileSync(file, "utf8"), file };
}
