import { ASSISTANTS } from "../catalogue/assistants";

const pattern = (words: readonly string[]) => words.map((word) => word.replaceAll(".", "\\.")).join("|");

/**
 * The script that pages include. It calls the service only if an assistant sent the visitor here, once per navigation,
 * and sets no cookie. `sendBeacon` with text needs no CORS preflight and no response.
 */
export const SNIPPET = `(function(d,l,p){try{
var r=d.referrer,h=r&&new URL(r).hostname,u=(new URLSearchParams(l.search).get("utm_source")||"").slice(0,100),n=p.getEntriesByType("navigation")[0];
if(n&&n.type!="navigate"||!/(^|\\.)(${pattern(ASSISTANTS.flatMap(({ hosts }) => hosts))})$/.test(h)&&!/^(www\\.)?(${pattern(
  ASSISTANTS.flatMap(({ hosts, utmSources }) => hosts.concat(utmSources)),
)})$/i.test(u))return;
navigator.sendBeacon(new URL("/referrals",d.currentScript.src),JSON.stringify({path:l.pathname,referrer:h,utmSource:u}))
}catch(e){}})(document,location,performance)`;
