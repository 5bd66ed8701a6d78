import { analyseByRules, compileRules } from "../../../src/mentions/core/analysis/analyse";
import { readJudgement } from "../../../src/mentions/core/analysis/judgement";
import { ProviderError } from "../../../src/mentions/core/provider-error";
import { ADAPTERS } from "../../../src/mentions/providers";
import { holds, same, type Target } from "./target.ts";

const RULES = compileRules({
  brandName: "Acme",
  aliases: ["Acme CRM", "acme.example"],
  domain: "acme.example",
  competitors: [
    { name: "Rival", siteUrl: "https://rival.example" },
    { name: "Apple", category: "fruit" },
  ],
  excludePhrases: ["acme of"],
});

const ANSWERS = [
  "1. **Acme** is recommended most often [1](https://acme.example/a).\n2. Rival is cheaper, but less reliable.\n",
  "I could not find any information about Acme. Rival and Apple's CRM are good choices 【1†source】.",
  "Für kleine Teams ist Acmes CRM besser als Rival. ![x](javascript:1) Acme-CRM, acme.example/pricing",
  "| Tool | Price |\n| --- | --- |\n| Acme | 3 |\n| Rival | 5 |\n\nThe acme of quality.",
];
const pieces =
  "Acme|ACME|Acme CRM|Rival|Apple|Acme's|acme.example|https://acme.example/a|rival.example| is | good| bad| not | never| best|recommended|cheaper than |I could not find |no information about |. |, |\n|\n\n|- |1. |**|*|_|`|[|](|)|[1]|【1†a】|\ue200cite\ue201| and | or | but |? |! |: |\"|'|’|“|”|(|)|| | — |没有|关于|ist |besser |nicht |ne |pas |não |<b>|<!--|-->|\\|#".split(
    /\|(?!\|)/,
  );

function analysed(text: string): void {
  const citations = [
    { url: "https://acme.example/a?utm_source=x", title: text.slice(0, 30), start: 0, end: Math.min(9, text.length) },
    { url: text.slice(0, 60) },
  ];
  const answer = { text, citations };
  const analysis = analyseByRules(RULES, answer);
  const { mentionPosition, mentioned, mentions, denied, sentiment, competitors, toneEvidence, citationCount } =
    analysis;
  holds(Number.isInteger(mentionPosition) && mentioned === mentionPosition > 0, "a position if it is mentioned");
  holds(sentiment >= -1 && sentiment <= 1 && (mentioned || sentiment === 0), `a tone of ${sentiment}`);
  for (const { start, end } of [...(mentions ?? []), ...(denied ?? []), ...(toneEvidence ? [toneEvidence] : [])])
    holds(start >= 0 && start < end && end <= text.length, `a range from ${start} to ${end} of ${text.length}`);
  for (const { count, position } of competitors) holds(count > 0 && position > 0, "a competitor's count and position");
  holds(citationCount <= 2 && !/undefined|NaN|\[object/.test(analysis.analysisText), "a text of what was found");
  if (text.length < 300) same(analyseByRules(RULES, answer), analysis, "the same again");
}

const REPLY =
  '{"names":[{"name":"Acme","sense":"company","recommended":true,"rank":1,"quote":"Acme is  recommended"}],"tone":{"value":0.5,"quote":"recommended most"},"further":[{"name":"Zoho","isCompetitor":true,"quote":"Zoho CRM"}]}';
const ANSWER = "1. **Acme is\n recommended most** often.\u00a0Rival\u2028Zoho CRM İ is cheaper 😀.";
const folded = (text: string) => text.replaceAll(/\s+/g, " ").trim();

function judged(text: string): void {
  const judgement = readJudgement(text, ANSWER);
  if (!judgement) return;
  const { names, further, tone } = judgement;
  for (const { start, end } of [...names, ...further])
    holds(start >= 0 && start < end && end <= ANSWER.length, `a quote from ${start} to ${end}`);
  holds(tone === null || (tone.value >= -1 && tone.value <= 1 && tone.start <= tone.end), "a tone");
  for (const { name, start, end } of further)
    holds(folded(ANSWER.slice(start, end)).includes(folded(name)), "a name in its quote");
}

/** Bodies that the providers answer with. */
const WIRE = [
  '{"id":"resp_1","status":"completed","model":"m","output":[{"type":"web_search_call","action":{"query":"q","sources":[{"url":"https://a.example"}]}},{"type":"message","content":[{"type":"output_text","text":"Acme is good.","annotations":[{"type":"url_citation","url":"https://a.example/x","title":"A","start_index":0,"end_index":4}]}]}],"usage":{"input_tokens":1,"output_tokens":2}}',
  '{"id":"msg_1","type":"message","role":"assistant","model":"m","stop_reason":"end_turn","content":[{"type":"server_tool_use","id":"s","name":"web_search","input":{"query":"q"}},{"type":"web_search_tool_result","tool_use_id":"s","content":[{"type":"web_search_result","url":"https://a.example","title":"A"}]},{"type":"text","text":"Acme","citations":[{"type":"web_search_result_location","url":"https://a.example","title":"A","cited_text":"x"}]}],"usage":{"input_tokens":1,"output_tokens":2,"server_tool_use":{"web_search_requests":1}}}',
  '{"responseId":"r","modelVersion":"m","candidates":[{"content":{"role":"model","parts":[{"text":"Acme é is good."}]},"finishReason":"STOP","groundingMetadata":{"webSearchQueries":["q"],"groundingChunks":[{"web":{"uri":"https://a.example","title":"A"}}],"groundingSupports":[{"segment":{"startIndex":0,"endIndex":5,"text":"Acme"},"groundingChunkIndices":[0,7]}]}}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":2}}',
];
const wirePieces =
  '{|}|[|]|"|:|,|null|true|0|-1|1e9|"text":|"Acme"|"type":|"output_text"|"url_citation"|"start_index":|"end_index":|"content":|"output":|"candidates":|"parts":|"status":"incomplete"|"stop_reason":"pause_turn"|"finishReason":"SAFETY"|"url":"x"|"groundingChunkIndices":[9]|"__proto__":|\\ud800'.split(
    "|",
  );
const QUESTION = { text: "Which?", location: {} };

function answered(text: string): void {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return;
  }
  for (const adapter of Object.values(ADAPTERS)) {
    const sent = adapter.request(QUESTION, "m", "key");
    try {
      const reading = adapter.read(body, sent);
      if (!("answer" in reading)) continue;
      const { answer } = reading;
      holds(answer.text.trim() !== "", "an answer has a text");
      for (const { start, end } of answer.citations)
        holds(start === undefined || (start >= 0 && end! >= start), `a citation from ${start} to ${end}`);
      analyseByRules(RULES, answer);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
    }
    const failure = adapter.failure({
      status: 429,
      headers: new Headers({ "retry-after": text.slice(0, 20).replaceAll(/[^\x20-\x7e]/g, "") }),
      body,
      now: 0,
    });
    holds(failure instanceof ProviderError, "a failure");
  }
}

export const AI: readonly Target[] = [
  {
    name: "AI answers",
    seeds: ANSWERS,
    pieces,
    bound: 100_000,
    run: analysed,
    parse: (text) => analyseByRules(RULES, { text, citations: [] }),
  },
  {
    name: "judgements of AI answers",
    seeds: [REPLY],
    isJson: true,
    pieces: [
      '{"names":[',
      '"quote":"',
      "Acme",
      " ",
      "\\n",
      "\\u00a0",
      "İ",
      "😀",
      '"rank":',
      "1e9",
      '"tone":',
      "{",
      "}",
      "[",
      "]",
      ",",
      '"',
      "Zoho",
    ],
    run: judged,
  },
  { name: "bodies of AI providers", seeds: WIRE, isJson: true, pieces: wirePieces, run: answered },
];
