import { passOn } from "../../site.mjs";

/** Stands for your pages. */
export const ALL = ({ request }) => passOn(request);
