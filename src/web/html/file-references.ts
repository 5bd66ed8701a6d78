import type { ElementKind } from "./elements";
import { LIMITS } from "./facts";
import type { Attributes } from "./open-elements";

/** References that are not the address of a file. */
const NO_FILE = /^\s*(?:data|blob|about|javascript):|^\s*$/i;
const MAX_SRCSET = 20_000;

/** Records the files that an element loads: reference → whether the page shows it as an image. */
export function noteFiles(files: Map<string, boolean>, name: string, attributes: Attributes): void {
  switch (name) {
    case "img": {
      const { src } = attributes;
      // Lazy images often have a placeholder as their source.
      note(files, src === undefined || NO_FILE.test(src) ? attributes["data-src"] : src, true);
      noteAll(files, attributes["srcset"]);
      break;
    }
    case "source":
      note(files, attributes["src"], false);
      noteAll(files, attributes["srcset"]);
      break;
    case "script":
    case "audio":
    case "video":
    case "embed":
      note(files, attributes["src"], false);
      break;
    case "object":
      note(files, attributes["data"], false);
      break;
    case "link":
      if (isStyle(attributes)) note(files, attributes["href"], false);
      break;
  }
}

function note(files: Map<string, boolean>, reference: string | undefined, image: boolean): void {
  if (reference === undefined || reference.length > LIMITS.address || NO_FILE.test(reference)) return;
  const address = reference.trim();
  if (files.size < LIMITS.files || files.has(address)) files.set(address, image || files.get(address) === true);
}

function noteAll(files: Map<string, boolean>, srcset: string | undefined): void {
  forEachImage(srcset, (address) => note(files, address, true));
}

/** The images of a srcset (HTML standard, 4.8.4.2.1): addresses may contain commas, but neither begin nor end with one. */
function forEachImage(srcset: string | undefined, visit: (address: string) => void): void {
  if (srcset === undefined || srcset.length > MAX_SRCSET) return;
  for (let rest = srcset; ;) {
    const address = /^[\s,]*(\S+)/.exec(rest);
    if (!address) return;
    rest = rest.slice(address[0].length);
    const last = address[1]!.endsWith(",");
    visit(address[1]!.replace(/,+$/, ""));
    // A descriptor such as 2x follows, up to the next comma.
    if (!last) rest = rest.slice(rest.indexOf(",") < 0 ? rest.length : rest.indexOf(","));
  }
}

/** Records what an element loads, or sends a form to, without encryption. */
export function noteInsecure(insecure: string[], { name, resource }: ElementKind, attributes: Attributes): void {
  if (resource !== null) addInsecure(insecure, attributes[resource]);
  switch (name) {
    case "img":
    case "source":
      if (attributes["srcset"]?.includes("http:"))
        forEachImage(attributes["srcset"], (address) => addInsecure(insecure, address));
      break;
    case "video":
      addInsecure(insecure, attributes["poster"]);
      break;
    case "link":
      if (isStyle(attributes)) addInsecure(insecure, attributes["href"]);
      break;
    case "input":
      if (/^image$/i.test(attributes["type"] ?? "")) addInsecure(insecure, attributes["src"]);
      addInsecure(insecure, attributes["formaction"]);
      break;
    case "button":
      addInsecure(insecure, attributes["formaction"]);
      break;
  }
}

function addInsecure(insecure: string[], url: string | undefined): void {
  if (url && /^\s*http:/i.test(url) && insecure.length < LIMITS.samples) insecure.push(url.trim().slice(0, 300));
}

const isStyle = ({ rel }: Attributes) => /(?:^|\s)stylesheet(?:\s|$)/i.test(rel ?? "");
