import type { AgentSource } from "./agent";

/** An assistant that sends people to the pages that it cites. */
export interface Assistant {
  /** Counts are kept under this id. Never changes. */
  id: string;
  name: string;
  /** The operator's id, as in the list of crawlers. */
  operator: string;
  /** Hosts in its referrers; their subdomains count too. */
  hosts: readonly string[];
  /** Values of `utm_source` that it adds to links, in addition to its hosts. */
  utmSources: readonly string[];
  source: AgentSource;
}

const MATOMO: AgentSource = {
  name: "matomo searchengine-and-social-list, AIAssistants.yml of 2026-07-15",
  date: "2026-11-22",
};
const OWN_SITES: AgentSource = { name: "addresses under which the operators offer it", date: "2026-11-22" };

const assistant = (
  source: AgentSource,
  id: string,
  name: string,
  operator: string,
  hosts: readonly string[],
  utmSources: readonly string[] = [],
): Assistant => ({ id, name, operator, hosts, utmSources, source });

/** Known assistants. No host belongs to two of them. */
export const ASSISTANTS: readonly Assistant[] = [
  assistant(
    MATOMO,
    "chatgpt",
    "ChatGPT",
    "openai",
    ["chatgpt.com", "chat.openai.com", "labs.openai.com"],
    ["chatgpt", "openai"],
  ),
  assistant(MATOMO, "claude", "Claude", "anthropic", ["claude.ai"], ["claude"]),
  assistant(MATOMO, "perplexity", "Perplexity", "perplexity", ["perplexity.ai"], ["perplexity"]),
  assistant(MATOMO, "gemini", "Gemini", "google", ["gemini.google.com", "bard.google.com"], ["gemini"]),
  assistant(MATOMO, "notebooklm", "NotebookLM", "google", ["notebooklm.google.com"], ["notebooklm"]),
  assistant(MATOMO, "copilot", "Copilot", "microsoft", ["copilot.microsoft.com"], ["copilot"]),
  assistant(OWN_SITES, "copilot-365", "Microsoft 365 Copilot", "microsoft", [
    "m365.cloud.microsoft",
    "copilot.cloud.microsoft",
  ]),
  assistant(MATOMO, "grok", "Grok", "xai", ["grok.com"], ["grok"]),
  assistant(MATOMO, "meta-ai", "Meta AI", "meta", ["meta.ai"], ["meta-ai"]),
  assistant(MATOMO, "deepseek", "DeepSeek", "deepseek", ["chat.deepseek.com"], ["deepseek"]),
  assistant(MATOMO, "le-chat", "Le Chat", "mistral", ["chat.mistral.ai"], ["mistral", "lechat"]),
  assistant(MATOMO, "duck-ai", "Duck.ai", "duckduckgo", ["duck.ai"]),
  assistant(MATOMO, "you", "You.com", "you", ["you.com"]),
  assistant(MATOMO, "qwen", "Qwen", "alibaba", ["chat.qwen.ai"], ["qwen"]),
  assistant(MATOMO, "chatglm", "ChatGLM", "zhipu", ["chatglm.cn"]),
  assistant(MATOMO, "ernie", "ERNIE Bot", "baidu", ["yiyan.baidu.com", "ai.baidu.com"]),
  assistant(MATOMO, "iask", "iAsk", "iask", ["iask.ai"]),
  assistant(MATOMO, "jasper", "Jasper", "jasper", ["app.jasper.ai"]),
  assistant(MATOMO, "writesonic", "Writesonic", "writesonic", ["app.writesonic.com"]),
  assistant(MATOMO, "chat-plus", "Chat+", "chatplus", ["chatplus.com", "chat-gpt.org"]),
  assistant(OWN_SITES, "kagi", "Kagi Assistant", "kagi", ["kagi.com"], ["kagi"]),
  assistant(OWN_SITES, "phind", "Phind", "phind", ["phind.com"], ["phind"]),
  assistant(OWN_SITES, "poe", "Poe", "quora", ["poe.com"]),
  assistant(OWN_SITES, "kimi", "Kimi", "moonshot", ["kimi.com", "kimi.moonshot.cn"]),
  assistant(OWN_SITES, "doubao", "Doubao", "bytedance", ["doubao.com"]),
  assistant(OWN_SITES, "yuanbao", "Yuanbao", "tencent", ["yuanbao.tencent.com"]),
  assistant(OWN_SITES, "zai", "Z.ai", "zhipu", ["chat.z.ai"]),
  assistant(OWN_SITES, "andi", "Andi", "andi", ["andisearch.com"]),
  assistant(OWN_SITES, "komo", "Komo", "komo", ["komo.ai"]),
  assistant(OWN_SITES, "liner", "Liner", "liner", ["app.liner.com", "getliner.com"]),
  assistant(OWN_SITES, "genspark", "Genspark", "genspark", ["genspark.ai"]),
  assistant(OWN_SITES, "felo", "Felo", "felo", ["felo.ai"]),
  assistant(OWN_SITES, "consensus", "Consensus", "consensus", ["consensus.app"]),
  assistant(OWN_SITES, "manus", "Manus", "manus", ["manus.im"]),
  assistant(OWN_SITES, "pi", "Pi", "inflection", ["pi.ai"]),
];
