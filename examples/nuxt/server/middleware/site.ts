import { passOn } from "../../site.mjs";

/** Stands for your pages. */
export default defineEventHandler((event) => passOn(toWebRequest(event)));
