import { pageCheck } from "../shared/define";

const SESSION = /[;?&](?:jsessionid|phpsessid|sid|sessionid)=/i;

export const urlSessionId = pageCheck({
  id: "url_session_id",
  severity: "warning",
  category: "URL hygiene",
  title: "The URL contains a session id",
  rule: "jsessionid, phpsessid, sid or sessionid in the URL.",
  why: "Each visit creates new addresses for the same pages.",
  fix: "Keep sessions in cookies.",
  on: "html",
  test: ({ parsedUrl }) =>
    SESSION.test(parsedUrl.pathname + parsedUrl.search)
      ? { found: parsedUrl.pathname + parsedUrl.search, expected: "no session in the URL" }
      : null,
});
