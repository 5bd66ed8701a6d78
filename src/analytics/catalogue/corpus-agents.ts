import type { AgentSource, CrawlerAgent, CrawlerKind } from "./agent";

/** Lines `token|operator|documentation without https://|provider`; the last two may be missing. */
interface Group {
  source: AgentSource;
  kind: CrawlerKind;
  lines: string;
}

const CRAWLER_USER_AGENTS: AgentSource = { name: "npm crawler-user-agents 1.60.0", date: "2026-11-22" };
const DEVICE_DETECTOR: AgentSource = { name: "matomo device-detector, fixtures of 2026-08-19", date: "2026-11-22" };

const GROUPS: readonly Group[] = [
  {
    source: CRAWLER_USER_AGENTS,
    kind: "llm-training",
    lines: `
aiHitBot|aiHit|www.aihitdata.com/about
Brightbot|Bright Data|brightdata.com/brightbot
ExteContextCrawl|Exte|crawl001.exte.ai
FriendlyCrawler
Friendly_Crawler
Google-Extended|Google|developers.google.com/search/docs/crawling-indexing/overview-google-crawlers
HenkBot|Valyu|valyu.ai/crawler
ImageMind
Kangaroo Bot|Kangaroo LLM|kangaroollm.com.au/kangaroo-bot/
KunatoCrawler|Kunato|kunato.ai/bot.html
laion-huggingface-processor|LAION|laion.ai
Novellum|Novellum|crawl.corp.novellum.ai/docs
Sidetrade indexer bot|Sidetrade|www.sidetrade.com
Spawning-AI|Spawning
Spider; +https://www.spider.com|Spider|www.spider.com/solutions/web-crawler
TaraGroup Intelligent Bot|TaraGroup
The Knowledge AI
VelenPublicWebCrawler|Velen|velen.io
WARDBot|Webspark|ward.ai/robot
semantic-visions|Semantic Visions|semantic-visions.com`,
  },
  {
    source: CRAWLER_USER_AGENTS,
    kind: "llm-search",
    lines: `
Anomura|Direqt|docs.direqt-search.com/direqt-bots/direqt-crawlers-and-user-agents
ApifyBot|Apify|apify.com
ApifyWebsiteContentCrawler|Apify|apify.com/apify/website-content-crawler
Aranet-SearchBot|Aranet|aranet.ai/bot
Flyriverbot|Flyriver|flyriver.com/crawler
KendraBot|Amazon|docs.aws.amazon.com/kendra/latest/dg/what-is-kendra.html
Thinkbot|Thinkbot|www.thinkbot.agency
WRTNBot|Wrtn|wrtn.ai/wrtnbot
ZanistaBot|Zanista|zanista.ai/crawler-info
newsai/|NewsAI`,
  },
  {
    source: CRAWLER_USER_AGENTS,
    kind: "llm-user",
    lines: `
bigsur.ai|Big Sur AI|bigsur.ai
linkReader/|Sider|sider.ai
opencode-smartfetch|opencode users|opencode.ai|unknown
Poggio-Citations|Poggio|docs.poggio.io/api/robots
QualifiedBot|Qualified|www.qualified.com/legal/qualified-crawler-user-agent
TwinAgent|Twin|www.twinagent.com`,
  },
  {
    source: CRAWLER_USER_AGENTS,
    kind: "search",
    lines: `
360Spider|360 Search|www.so.com/help/help_3_2.html|qihoo
7Siters|7Siters|7ooo.ru/siters/
A6-Indexer|A6|www.a6corp.com/a6-web-scraping-policy/
Aboundex|Aboundex|www.aboundex.com/crawler/
AlexandriaOrgBot|Alexandria|www.alexandria.org/bot.html
Algolia Crawler|Algolia|www.algolia.com/doc/
AmazonProductDiscovery|Amazon|vendorcentral.amazon.com/support/amazonproductbot
AmazonSellerInitiatedListing|Amazon|vendorcentral.amazon.com/support/amazonproductbot
Ask Jeeves/Teoma|Ask|about.ask.com/en/docs/about/webmasters.shtml
AspiegelBot|Huawei|aspiegel.com
BIGLOTRON|Biglotron
blekkobot|Blekko|blekko.com/about/blekkobot
Bot.AraTurka.com|AraTurka|www.araturka.com
br-crawler
Cliqzbot|Cliqz|cliqz.com/company/cliqzbot
coccoc|Coc Coc|help.coccoc.com/en/search-engine/coccoc-robots
ConveraCrawler|Convera|ews.converasearch.com/crawl.htm
Coveobot|Coveo|www.coveo.com/bot.html
CyberFindCrawler|CyberFind|cyberfind.net/bot.html
Daum/|Daum|cs.daum.net/faq/15/4118.html
daumoa|Daum|cs.daum.net/faq/15/4118.html
DeuSu|DeuSu|deusu.de/robot.html
discobot|Discovery Engine|discoveryengine.com/discobot.html
DuckDuckGo-Favicons-Bot|DuckDuckGo|duckduckgo.com
FAST-WebCrawler|FAST|fast.no/support/crawler.asp
FAST Enterprise Crawler|FAST
FediIndex|FediIndex|fedi.wrm.sr/about
FemtosearchBot|Femtosearch|femtosearch.com
FindFiles.net|FindFiles.net|findfiles.net/bot
Findxbot|FindX|www.findxbot.com
fiperbot|Fiper|www.fiper.net/bot.html
Flamingo_SearchEngine|Flamingo|www.flamingosearch.com/bot
FleebsBot|Fleebs|fleebs.com/bot
fr-crawler
Freespoke/|Freespoke|docs.freespoke.com/search/bot/
Funnelback|Squiz|docs.squiz.net/funnelback/docs/latest/
FyndSearchEngine-Crawler|Fynd|fynd.bot
FyndSearchEngine-ReCrawler|Fynd|fynd.bot
Gabanzabot|Gabanza|www.gabanza.com
GeedoBot|Geedo|www.geedo.com/bot.html
GeedoProductSearch|Geedo|www.geedo.com/product-search.html
GeedoShopProductFinder|Geedo|geedo.com/product-finder/
Gigabot|Gigablast|www.gigablast.com/spider.html
GigablastOpenSource|Gigablast|github.com/gigablast/open-source-search-engine
GlobalWebSearch
Gluten Free Crawler|Gluten Free Pleasure|glutenfreepleasure.com
Golfe/|Golfe|www.goo-olfe.ae/bot.html
Google Favicon|Google
Google (+https://developers.google.com/+/web/snippet|Google|developers.google.com/+/web/snippet
Google-Certificates-Bridge|Google
Google-PhysicalWeb|Google
Google-Structured-Data-Testing-Tool|Google|search.google.com/structured-data/testing-tool
google-xrawler|Google
GoogleProducer|Google|developers.google.com/search/docs/crawling-indexing/google-user-triggered-fetchers
PlayStore-Google|Google|support.google.com/webmasters/answer/1061943
Greppr Web Crawler|Greppr|greppr.org
grub-client|Grub|grub.org
gsa-crawler|Google Search Appliance users||unknown
IbouBot|Ibou|ibou.io/iboubot.html
ichiro/|goo|help.goo.ne.jp/help/article/1142
IndeedBot|Indeed|www.indeed.com/about/indeed-crawlers
IndeedJobBot|Indeed|www.indeed.com/about/indeed-crawlers
INETDEX-BOT|INETDEX|inetdex.com/bot.html
intelx.io_bot|Intelligence X|intelx.io
IstellaBot|Istella|www.tiscali.it
JobboerseBot|Jobboerse|www.jobboerse.com/bot.htm
jobswithgptcom-bot|jobswithgpt|jobswithgpt.com/bot.html
Jooblebot|Jooble|jooble.org/jooble-bot
Kagibot|Kagi|kagi.com/bot
Level9SearchBot|Level9|level9.com
librabot|Microsoft|search.msn.com/msnbot.htm
msnbot|Microsoft|search.msn.com/msnbot.htm
Linguee Bot|Linguee|www.linguee.com/bot
lyonl-asset-proxy|Lyonl|lyonl.com/crawler
lyonl-crawler|Lyonl|lyonl.com/crawler
MagiBot|Magi|magi.com/bots
Mail.RU_Bot|Mail.Ru|help.mail.ru/webmaster/indexing/robots/types_robots
MatchorySearch|Matchory|matchory.com
NapBot|NapBot|napbot.com
NaverBot|Naver|www.naver.com
Neevabot|Neeva|neeva.com/neevabot
NestDaddybot|NestDaddy|nestdaddy.com/bot
Nicecrawler|Nicecrawler|www.nicecrawler.com
NTENTbot|NTENT|ntent.com/ntentbot/
officestorebot|Microsoft|aka.ms/officestorebot
OICrawler|Open Index|openindex.ai
OpenHoseBot|OpenHose|www.openhose.org/bot.html
OpenTheBoxBot
OrangeBot|Orange
Owler (ows.eu|Open Web Search|ows.eu/owler
PhxBot
psbot|Picsearch|www.picsearch.com/bot.html
SafeSearch microdata crawler|Avira|safesearch.avira.com
Scrubby|Scrub The Web|scrubtheweb.com
search.marginalia.nu|Marginalia|search.marginalia.nu
Searcherweb
Searcherxweb
SearchExpress
Seekbot|Seekbot|www.seekbot.net/bot.html
Seekport|Seekport|bot.seekport.com
SeznamHomepageCrawler|Seznam|napoveda.seznam.cz/en/seznambot-intro/
SiteSearch360|Site Search 360|www.sitesearch360.com
SMTnetPMBot|SMTnet|smtnet.com
Sogou News Spider|Sogou|www.sogou.com/docs/help/webmasters.htm
Sogou Pic Spider|Sogou|www.sogou.com/docs/help/webmasters.htm
Sosospider|Tencent|help.soso.com/webspider.htm
Speedy Spider|Entireweb|www.entireweb.com/about/search_tech/speedy_spider/
StartpagePrivateImageProxy|Startpage|www.startpage.com
stepstoneCrawlBot|Stepstone|thestepstonegroup.com/crawler/
StractBot|Stract|trystract.com/webmasters
Swiftbot|Swiftype|swiftype.com/swiftbot
Swisscows|Swisscows|swisscows.com
TheInternetSearchx
top100.rambler.ru crawler|Rambler
ToutiaoSpider|ByteDance|web.toutiao.com/media_cooperation/
trovitBot|Trovit|www.trovit.com/bot.html
VoilaBot|Orange
VsuSearchSpider
WadooBot|Wadoo|wadoo.net/wadoobot/
WepchSearchEngine|Wepch|wepch.com/search-engine
WeSEE:Search|WeSEE|www.wesee.com/bot
WikiDo/|WikiDo|www.wikido.com
WordupInfoSearch
woriobot|Worio|worio.com
Wotbox|Wotbox|www.wotbox.com/bot/
Y!J-|Yahoo Japan|www.yahoo-help.jp/app/answers/detail/p/595/a_id/42716
yacybot|YaCy users|yacy.net/bot.html|unknown
yandex.com/bots|Yandex|yandex.com/support/webmaster/robot-workings/check-yandex-robots.html
Yanga WorldSearch Bot|Yanga|www.yanga.co.uk
YisouSpider|Yisou
YoudaoBot|Youdao|www.youdao.com/help/webmaster/spider
Zealbot
ZoomInfo-|ZoomInfo|www.zoominfo.com
ZumBot|Zum|help.zum.com/inquiry
ZyBorg|WISEnut|www.wisenutbot.com`,
  },
  {
    source: CRAWLER_USER_AGENTS,
    kind: "other",
    lines: `
Alexabot|Alexa|www.alexa.com/help/certifyscan
AppEngine-Google|Google App Engine users|cloud.google.com/appengine|unknown
AwarioBot|Awario|awario.com/bots.html
AwarioRendererBot|Awario|awario.com/bots.html
AwarioRssBot|Awario|awario.com/bots.html
AwarioSmartBot|Awario|awario.com/bots.html
BuddyBot|BuddyBotLearning|www.buddybotlearning.com
EchoboxBot|Echobox|www.echobox.com
factset_spyderbot|FactSet|www.factset.com/ai
ISSCyberRiskCrawler|ISS-Corporate|iss-cyber.com
panscient.com|Panscient|panscient.com/faq.htm
wpbot|QuantumCloud|www.quantumcloud.com
YaK/|Meltwater|www.meltwater.com/en/suite/consumer-intelligence`,
  },
  {
    source: DEVICE_DETECTOR,
    kind: "llm-training",
    lines: `
Cohere-Command|Cohere|cohere.com
Crawlspace|Crawlspace|crawlspace.dev
Doximity-Diffbot|Diffbot|docs.diffbot.com/docs/getting-started-with-crawl
Groq-Bot|Groq|groq.com
HuggingFace-Bot|Hugging Face|huggingface.co
KimiBot|Moonshot AI|www.kimi.com/policies/kimi-crawlers|moonshot
Replicate-Bot|Replicate|replicate.com
RunPod-Bot|RunPod|www.runpod.io
Together-Bot|Together AI|www.together.ai
UdV-AI-Research
webzio|Webz.io|webz.io/bot.html|webzio
Anthropic-Claude|Anthropic|support.claude.com/en/articles/8896518`,
  },
  {
    source: DEVICE_DETECTOR,
    kind: "llm-search",
    lines: `
Bard-AI|Google|developers.google.com/search/docs/crawling-indexing/google-common-crawlers
Gemini-AI|Google|developers.google.com/search/docs/crawling-indexing/google-common-crawlers
GoGuidesCrawler|GoGuides|www.goguides.com/crawler
GoGuidesDiscoveryBot|GoGuides|www.goguides.com/crawler
Kimi-SearchBot|Moonshot AI|www.kimi.com/policies/kimi-crawlers|moonshot
MistralAI-Index|Mistral AI|docs.mistral.ai/robots|mistral
ProRataInc|ProRata|platform.gist.ai/docs/gcn-overview`,
  },
  {
    source: DEVICE_DETECTOR,
    kind: "llm-user",
    lines: `
Character-AI|Character.AI|character.ai
ChatGPT-Browser|OpenAI|platform.openai.com/docs/bots
GitHubCopilotChat|GitHub|github.com/microsoft/vscode-copilot-chat`,
  },
  {
    source: DEVICE_DETECTOR,
    kind: "search",
    lines: `
Centurybot|Right Dao|rightdao.com/bot.html
cl0q-crawler|cl0q|cl0q.com/bot/
EasouSpider|Easou|www.easou.com/search/spider.html
FindiseBot|Findise|findise.net/bot
Heexybot|Heexy|heexy.org/bot
OpenindexSpider|Openindex|www.openindex.io/about-our-spider/
OrlightBot|Orlight|orlight.net/bot
presearch_com|Presearch|presearch.com
PriEcoBot|PriEco|prieco.net
TinEye-bot|TinEye|www.tineye.com/crawler.html
urlsuma|urlsuma|urlsuma.de/bot.html
vuhuvBot|vuhuv|vuhuv.com/bot.html
vuhuvRBT|vuhuv|vuhuv.com/bot.html
YioopBot|Yioop|www.yioop.com/bot
yoozBot|yooz|www.yooz.ir
YRSpider|Yunyun|www.yunyun.com/SiteInfo.php?r=about
YYSpider|Yunyun|www.yunyun.com/SiteInfo.php?r=about`,
  },
  {
    // Last, because crawlers that are built with it name it too.
    source: CRAWLER_USER_AGENTS,
    kind: "search",
    lines: "Nutch|Apache Nutch users|nutch.apache.org|unknown",
  },
];

/** The operator's id: its name in lower case, without spaces and punctuation. */
const idOf = (operator: string) => operator.toLowerCase().replace(/[^a-z0-9]/g, "");
/** RFC 9309 §2.2.1: letters, `_` and `-`. Operators also use digits and dots. */
const PRODUCT_TOKEN = /^[a-z][\w.-]*$/i;

/**
 * Crawlers that public lists name. We verified none of them with its operator, so nothing is known of how it treats
 * robots.txt, and only a documented one is taken to have a product token there.
 */
export const CORPUS_AGENTS: readonly CrawlerAgent[] = GROUPS.flatMap(({ source, kind, lines }) =>
  lines
    .trim()
    .split("\n")
    .map((line): CrawlerAgent => {
      const [token, operator = "", page = "", provider] = line.split("|") as [string, ...string[]];
      return {
        token,
        provider: provider ?? (operator === "" ? "unknown" : idOf(operator)),
        operator: operator === "" ? "Unknown" : operator,
        kind,
        robotsToken: page !== "" && PRODUCT_TOKEN.test(token) ? token : null,
        obeysRobots: null,
        proofs: null,
        documentation: page === "" ? null : `https://${page}`,
        source,
      };
    }),
);
