import { passOn } from "../../site.mjs";

/** Stands for your pages. */
export { passOn as DELETE, passOn as GET, passOn as HEAD, passOn as PATCH, passOn as POST, passOn as PUT };
