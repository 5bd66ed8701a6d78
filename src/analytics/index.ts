export { classifyUserAgent, type Crawler } from "./catalogue/classify";
export { CRAWLER_AGENTS, type CrawlerAgent, type CrawlerKind } from "./catalogue/agents";
export { recordVisits, type ServedBy, type VisitEvent } from "./record-visits";
export { visitOf } from "./visit-of";
export { deleteVisits } from "./repo";
export { visitsByPath } from "./visits-by-path";
