import { isXhtml } from "../../../web/html";

/** Whether browsers read the page as XML, which has a character set and no quirks mode. */
export function isXml(headers: Readonly<Record<string, string>>): boolean {
  const contentType = headers["content-type"];
  return isXhtml(contentType) || /^\s*application\/xml\b/i.test(contentType ?? "");
}
