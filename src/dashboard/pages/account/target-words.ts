import { destinationOf } from "../../../accounts/core/connections/redirect-uri";

/** Where an app takes its people, in words. */
export function targetWords(redirectUri: string): string {
  const { kind, name } = destinationOf(redirectUri);
  if (kind === "machine") return "a program on this computer";
  return kind === "app" ? `an app on this device (${name})` : name;
}
