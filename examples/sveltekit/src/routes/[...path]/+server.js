import { passOn } from "../../../site.mjs";

/** Stands for your pages. */
export const fallback = ({ request }) => passOn(request);
