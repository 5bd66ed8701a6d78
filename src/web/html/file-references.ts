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
      if (/(?:^|\s)stylesheet(?:\s|$)/i.test(attributes["rel"] ?? "")) note(files, attributes["href"], false);
      break;
  }
}

function note(files: Map<string, boolean>, reference: string | undefined, image: boolean): void {
  if (reference === undefined || reference.length > LIMITS.address || NO_FILE.test(reference)) return;
  const address = reference.trim();
  if (files.size < LIMITS.files || files.has(address)) files.set(address, image || files.get(address) === true);
}

/** The images of a srcset (HTML standard, 4.8.4.2.1): addresses may contain commas, but neither begin nor end with one. */
function noteAll(files: Map<string, boolean>, srcset: string | undefined): void {
  if (srcset === undefined || srcset.length > MAX_SRCSET) return;
  for (let rest = srcset; ;) {
    const address = /^[\s,]*(\S+)/.exec(rest);
    if (!address) return;
    rest = rest.slice(address[0].length);
    const last = address[1]!.endsWith(",");
    note(files, address[1]!.replace(/,+$/, ""), true);
    // A descriptor such as 2x follows, up to the next comma.
    if (!last) rest = rest.slice(rest.indexOf(",") < 0 ? rest.length : rest.indexOf(","));
  }
}
