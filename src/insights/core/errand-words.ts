import { withoutAccents } from "./questions";

/** What an agent may be sent for. */
export const ERRANDS = ["price", "contact", "returns"] as const;
export type Errand = (typeof ERRANDS)[number];

const words = (text: string) => text.trim().split(/\s+/).map(withoutAccents);

/** Words of links that lead there, in the languages in which most shops are: those that name it, and those that may lead on. */
const LEADS: Record<Errand, { strong: Set<string>; weak: Set<string> }> = {
  price: {
    strong: new Set(
      words(`price prices pricing plans rates fees cost costs preis preise preisliste tarif tarife kosten prix tarifs precio precios tarifas
        prezzo prezzi tariffe prijs prijzen preço preços cena ceny cennik 料金 価格 价格`),
    ),
    weak: new Set(
      words(`shop store products product buy order catalog catalogue collection collections subscribe membership tickets rental bikes laden
        produkte kaufen bestellen boutique produits acheter tienda productos comprar negozio prodotti acquista winkel producten kopen
        loja produtos sklep produkty`),
    ),
  },
  contact: {
    strong: new Set(
      words(`contact contacts kontakt contacto contactez contatti contatto contato impressum imprint
        お問い合わせ 联系 联系我们`),
    ),
    weak: new Set(
      words(`about help support service hilfe über uns aide ayuda aiuto hulp ajuda pomoc legal company team`),
    ),
  },
  returns: {
    strong: new Set(
      words(`return returns refund refunds exchanges rückgabe rückgaberecht rücksendung widerruf widerrufsrecht umtausch retoure retouren
        retour retours remboursement rétractation devolución devoluciones reembolso reembolsos reso resi rimborsi recesso
        retourneren herroeping devolução devoluções zwrot zwroty 返品 退货`),
    ),
    weak: new Set(
      words(`shipping delivery terms help faq policies policy versand lieferung agb hilfe livraison cgv conditions aide envío envíos ayuda
        spedizione spedizioni condizioni verzending voorwaarden entrega termos wysyłka regulamin`),
    ),
  },
};

/** Words of a shop: without one of them, there is nothing to return. */
const SHOP = new Set(
  words(`cart basket checkout bag warenkorb einkaufswagen kasse panier commande carrito cesta carrello winkelwagen winkelmand carrinho
    koszyk カート 购物车`),
);

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hasWord = (tokens: readonly string[], set: ReadonlySet<string>) =>
  tokens.some(
    (token) =>
      set.has(token) || (UNSPACED.test(token) && [...set].some((word) => UNSPACED.test(word) && token.includes(word))),
  );

const tokensOf = (text: string) => withoutAccents(text.slice(0, 300)).match(/[\p{L}\p{N}]+/gu) ?? [];

/** How likely a text leads to an errand's end: 0 not, 1 perhaps, 2 it names it. */
export function leadsTo(errand: Errand, text: string): 0 | 1 | 2 {
  const tokens = tokensOf(text);
  const { strong, weak } = LEADS[errand];
  return hasWord(tokens, strong) ? 2 : hasWord(tokens, weak) ? 1 : 0;
}

export const namesShop = (text: string): boolean => hasWord(tokensOf(text), SHOP);
