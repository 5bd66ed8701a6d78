/**
 * Everyday words that are also brands. On their own they count as the brand only when capitalized: "the notion that" is
 * not Notion. The list need not be complete: an owner whose brand is missing can track the domain or a longer alias.
 */
export const EVERYDAY_WORDS: ReadonlySet<string> = new Set(
  `access amazon apple arc base beacon bench blend bolt box brave bridge buffer canvas capital chase circle clay
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
  wing wise wish word work yard yes zoom`.split(/\s+/),
);
