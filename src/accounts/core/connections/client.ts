import { hasCredentials } from "../../../lib/hosts/url";
import { cleanLine } from "../../../lib/text/strangers-text";
import { isRedirectUri } from "./redirect-uri";

/** An app that asks people for access. */
export interface OAuthApp {
  id: string;
  /** What it calls itself. */
  name: string;
  redirectUris: readonly string[];
}

/** Why what an app says about itself is refused: a code of RFC 7591 §3.2.2, and the reason. */
export interface AppFault {
  code: "invalid_redirect_uri" | "invalid_client_metadata";
  message: string;
}

const MAX_NAME = 80;
const MAX_REDIRECTS = 10;
const MAX_ID = 500;

const wrong = (message: string): AppFault => ({ code: "invalid_client_metadata", message });
const names = (value: unknown, wanted: string) =>
  value === undefined || (Array.isArray(value) && value.includes(wanted));

/** Judges what an app says about itself. We have only public apps: they keep no secret, and PKCE protects their codes. */
export function judgeApp(metadata: Readonly<Record<string, unknown>>): Omit<OAuthApp, "id"> | AppFault {
  const { redirect_uris: uris, client_name: given } = metadata;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_REDIRECTS)
    return { code: "invalid_redirect_uri", message: `redirect_uris must list 1 to ${MAX_REDIRECTS} addresses.` };
  if (!uris.every((uri): uri is string => typeof uri === "string" && isRedirectUri(uri)))
    return {
      code: "invalid_redirect_uri",
      message:
        "Each of redirect_uris must be https, http on a loopback host, or a scheme of the app with a dot such as com.example.app:/, and have no fragment.",
    };
  if (!names(metadata["grant_types"], "authorization_code")) return wrong("grant_types must have authorization_code.");
  if (!names(metadata["response_types"], "code")) return wrong("response_types must have code.");
  if (given !== undefined && typeof given !== "string") return wrong("client_name must be a text.");
  const name = cleanLine(given ?? "", MAX_NAME) || "An app without a name";
  return { name, redirectUris: [...new Set(uris)] };
}

/** Judges the document that an app publishes about itself at its id. */
export function judgeDocument(id: string, text: string): OAuthApp | AppFault {
  let metadata: unknown;
  try {
    metadata = JSON.parse(text);
  } catch {
    return wrong("The app's document is not JSON.");
  }
  if (typeof metadata !== "object" || metadata === null) return wrong("The app's document is not a JSON object.");
  const document = metadata as Record<string, unknown>;
  if (document["client_id"] !== id) return wrong("The app's document names another client_id.");
  if ((document["token_endpoint_auth_method"] ?? "none") !== "none")
    return wrong("The app wants to sign in with a secret or a key, which this service does not offer.");
  const judged = judgeApp(document);
  return "code" in judged ? judged : { id, ...judged };
}

/** The URL of an app's document, if the id is one: https, with a path, without anything that hides where it leads. */
export function documentUrl(id: string, allowHttp: boolean): URL | null {
  const url = id.length <= MAX_ID ? URL.parse(id) : null;
  if (!url || (url.protocol !== "https:" && !(allowHttp && url.protocol === "http:"))) return null;
  return url.href === id && url.pathname !== "/" && !id.includes("#") && !hasCredentials(url) ? url : null;
}
