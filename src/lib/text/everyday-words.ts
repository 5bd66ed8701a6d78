/**
 * Everyday words that are also brands, in several languages. The list need not be complete: an owner whose brand is
 * missing can track the domain or a longer alias.
 */
const ENGLISH = `access amazon apple arc base beacon bench blend bolt box brave bridge buffer canvas capital chase circle clay
  clear close cloud clover coach coda compass convoy copper craft cursor delta dialog discord dove drift drip ease
  echo edge element ember example express factor first flow focus ford forge form frame fresh front fuel gap gather
  general glass global grain graph harvest height hive honey hotel house hub ideal impact insight instant jet kind
  lattice lead level lever light linear link loom loop lucid lumen magnet mailbox make mars match matter medium
  mercury metro mint mirror mode monday moon native nest next north notion nova oracle orange orbit oscar outlook
  pace page panda pilot pipe pitch pixel plaid plan plane planet plus podium point pool prime prism pulse pure
  qualified rally ramp rapid raven reach remote replay ripple rocket rover sage scale scout sender shell shift shop
  signal site slack slate snap sonic source spark spring sprint sprout square stack stage star startup stone store
  stream stripe studio subway summit sun surge swift switch table target team test threads tide tiger time toast
  total trade transit tribe twist unity universal user vault vector venture verge virgin visa visible vision wave
  indeed discover affirm current bumble hinge purple asana gusto novo intercom bamboo opera safari chrome teams outlook
  drive maps docs forms ghost keep booking swan lime bird spin joker kiwi action
  wing wise wish word work yard yes zoom`;
const OTHER = `bild stern spiegel post bahn kraft linde otto free casino printemps carrefour corona mango puma claro vivo tempo sole
  allegro play seznam mall getir kone polar santander
  озон лента магнит связной мегафон билайн точка мечта نون كريم 小米 苹果 蘋果 小红书 去哪儿 楽天 다음 배달 तारा जियो
  tre elisa dana żabka zabka normal fakta netto dino penny zeit welt norma edel kind boulanger sosh oi azul gol inter neon
  poste hoy rohlík košík stokrotka kifli şok papara paraşüt martı перекрёсток перекресток самокат розетка почта
  联想 聯想 荣耀 长城 理想 平安 大众 奔驰 宝马 滴滴 快手 饿了么 美的 当当 당근 카카오 우리 하나 멜론 국민 여기어때
  جاهز مرسول سلة زد زين دیوار شیپور همراه פלאפון לאומי פרטנר दाना जियो jenius halo
`;
const ALL = new Set(`${ENGLISH} ${OTHER}`.split(/\s+/));

/**
 * Further brands that are also words, people, places or units, and frequent in some language (zipfOf,
 * src/mentions/core/analysis). Their owners are warned, too.
 */
const ALSO_OTHERS =
  `škoda tesla boots brooks mini seat smart lincoln saturn polo golf lodge away brand method simple stanley
  hampton grab tier river guess diesel boss lee under champion columbia tag müller hammer hase krone kronan sonne real
  globus ritter axe ariel dash gain cheer galaxy lion dairy crush monster burn bull leo harp beck victoria bohemia
  permata dia système géant leader alan lydia but sport jules mavi vatan ülker pınar prima wind tim generali continental
  thursday once ada shortcut bear agenda things any motion clara calm balance breathe aura finch day journey grid zero
  lose eight casper emma sleep number dreams eve silent max now sky three iceland marks spencer john lewis harvey liberty
  natura extra americanas ponto casas wawel warta lot easy air united american spirit southwest alaska peach garuda wings
  dukat libri coop moi dna tammi posti arabia sale hermes merkur amazonas patagonia paris wave sparta`.split(/\s+/);
const plainOf = (word: string) => word.normalize("NFD").replaceAll(/\p{M}/gu, "");
const OTHERS = new Set(ALSO_OTHERS.map(plainOf));

/** Whether a name also means something else that answers speak of: an everyday word, a person, a place, a unit. */
export function meansMore(name: string): boolean {
  return isEverydayWord(name) || OTHERS.has(plainOf(name.trim().toLowerCase()));
}

/** Whether a name is an everyday word in some language. On its own it says little: "the notion that" is not Notion. */
export function isEverydayWord(name: string): boolean {
  return ALL.has(name.trim().toLowerCase());
}
