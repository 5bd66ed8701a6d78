import type { Context } from "hono";
import { setCookies } from "../../http/set-cookies";

/** Gives the reader the cookies of an API answer, such as that of a sign-in. */
export function passCookies(c: Context, answer: Response): void {
  setCookies(c, answer.headers);
}
