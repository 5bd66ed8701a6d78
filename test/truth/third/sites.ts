import { fillFrozen } from "../sealed/sites.ts";
import { siteWith, type UnseenSite } from "../unseen/sites.ts";
import { BUILT } from "./built.ts";
import { THIRD_HASHES } from "./hashes.ts";

const site = siteWith(THIRD_HASHES);
const DOC = "usr/share/doc";

const DEBIAN = [
  "awesome-doc",
  "gap-doc",
  "gnome-user-docs",
  "grass-doc",
  "libbatteries-ocaml-doc",
  "putty-doc",
  "racket-doc",
  "rust-doc",
  "vim-doc",
];

/** Sites by generators that none of the other sets has. */
export const THIRD_SITES: readonly UnseenSite[] = [
  site("racket", `racket-doc/${DOC}/racket`, "/guide/", "Scribble", "en"),
  site("alloc", `rust-doc/${DOC}/rust-doc/html`, "/alloc/", "rustdoc", "en"),
  site("grass", `grass-doc/${DOC}/grass-doc/html`, "/", "mkhtml of GRASS", "en"),
  site("batteries", `libbatteries-ocaml-doc/${DOC}/libbatteries-ocaml-doc/html/api`, "/", "ocamldoc", "en"),
  site("gap", "gap-doc/usr/share/gap/doc/ref", "/chap0.html", "GAPDoc", "en"),
  site("vim", `vim-doc/${DOC}/vim/html`, "/", "vim2html", "en"),
  site("awesome", `awesome-doc/${DOC}/awesome/doc`, "/", "LDoc", "en"),
  site("putty", `putty-doc/${DOC}/putty-doc`, "/", "Halibut", "en"),
  site("ruby", "third/ruby", "/", "YARD", "en"),
  site("shop", "third/shop", "/", "Hugo", "pl"),
  site("society", "third/society", "/", "ikiwiki", "sv"),
  site("school", "third/school", "/", "Lektor", "cs"),
  site("docs", "third/docs", "/", "nanoc", "ko, ar"),
  site("magazine", "third/magazine", "/", "Next.js", "tr"),
  site("help", "third/help", "/", "Rspress", "zh"),
  site("clinic", "third/clinic", "/", "Metalsmith", "th"),
];

/** Fetches and builds what is missing. Debian's `hugo`, `ikiwiki`, `lektor`, `nanoc` and `yard` have to be installed. */
export function fillThird(): void {
  fillFrozen("third", DEBIAN, BUILT);
}
