export { PageExtractor, type PageWishes } from "./extractor";
export { Extraction, faultOfField, FIELD_LANGUAGES, type Extracted, type Extractor } from "./extraction";
export { parseSelector } from "./selector";
export { metaContents } from "./meta-contents";
export { bomCharset, decodeWhole, decoderFor, headText, sniffCharset } from "./decoder";
export type { Faults } from "./accessibility-facts";
export { ownText } from "./visible-text";
export type { LinkFact, PageFacts } from "./facts";
export { agentViews } from "./agent-view";
