import { clausesOf, sentencesOf, type Range } from "./clauses";
import type { BrandHit } from "./find";

/** Placeholder for a brand name in a clause. */
const BRAND = "\u0001";

/**
 * Phrases in which an answer says that it has no information about a brand (`@`), or that the brand is not listed.
 * Praise and criticism don't count: "Acme has no free plan" mentions Acme. One phrase per line. `~` matches up to three
 * words, `…` any nearby text. The text is folded first: lower case, no accents on Latin letters, plain apostrophes.
 */
const DENIALS = String.raw`
  \bno ~(?:information|info|data|details|records?|results?|evidence|mentions?|knowledge|references?)\b ~(?:about|on|of|for|regarding|concerning|that|matching)\b…@
  (?:n't|\bnot|\bcannot|unable to|failed to) ~(?:find|locate|verify|confirm|identify|recogni[sz]e) (?:(?:any|an?|the|much|more|specific|reliable|company|brand|product|tool|service|details|information|info|mentions?|data|anything|results|references) )*(?:(?:about|on|of|for|regarding|concerning|called|named) ~)?\W*@(?!'s)
  (?:n't|\bnot) ~(?:aware of|familiar with|heard of)\b…@
  (?:n't|\bnot) ~have ~(?:information|info|data|details|knowledge|records?)\b ~(?:about|on|of|for|regarding|concerning)\b…@
  (?:do not|don't) ~know ~@
  @…(?:n't|\bnot) ~(?:appear|show up|come up|feature|mentioned|listed|included|featured|covered|cited|named)\b(?: \w+){0,4} (?:lists?|rankings?|results?|sources?|comparisons?|roundups?|articles?|reviews?|answers?|here|there|any|among|these|those|this)\b
  @…(?:n't|\bnot) ~(?:mentioned|appear|show up|come up)\W*$
  @…(?:n't|\bnot) ~(?:something|one|a \w+|any \w+) (?:that )?i (?:know|recogni[sz]e|am aware|can find|could find)
  @…\bno such (?:company|brand|product|tool|service)\b
  \bno such (?:company|brand|product|tool|service)\b…@
  \bkeine(?:rlei)? ~(?:informationen|angaben|daten|details|hinweise|ergebnisse|kenntnis\w*) ~(?:uber|zu|zum|zur|von)\b…@
  \b(?:uber|zu|von) ~\W*@…\b(?:keine (?:\w+ )?(?:informationen|angaben|daten|details|hinweise|ergebnisse|kenntnis\w*)|nichts)\b
  @…\bnicht ~(?:bekannt|gefunden|finden|auffindbar|erwahnt|aufgefuhrt|gelistet)\b
  \b(?:kenne|finde|fand)\b ~@ ~nicht\b
  \b(?:pas|aucune?) ~(?:trouve|connaissance|(?:d')?informations?|donnees?|resultats?|mention|trace)\b ~(?:sur|de|concernant|a propos|au sujet)\b…@
  \bje ne (?:connais|trouve) pas ~@
  \bpas trouve ~\W*@
  @…(?:\bne figure|\bn'apparait|\bn'est) pas ~(?:dans|parmi|mentionnee?|citee?|repertoriee?)\b
  \bsur ~@…\b(?:pas|aucune) ~(?:trouve|(?:d')?informations?)\b
  \b(?:no|ninguna|sin) ~(?:encontre|encontrar|encuentro|hay|tengo|existe|dispongo|cuento|conozco|informacion)\b…\b(?:sobre|de|acerca|respecto|con)\b…@
  \bno (?:encontre|encuentro|conozco) ~@
  (?:@|sobre ~@)…\bno (?:aparece|figura|se menciona|encontre|hay|tengo)\b(?=(?: \w+){0,3} (?:en|entre|informacion|datos)\b|\W*$)
  \b(?:nao|nenhuma|sem) ~(?:encontrei|encontrar|ha|tenho|conheco|informac\w+)\b…\b(?:sobre|de|da|do|acerca)\b…@
  \bnao conheco ~@
  @…\bnao (?:aparece|consta|e mencionad[ao])\b(?: \w+){0,2} (?:em|na|no|nas|nos|entre)\b
  \b(?:non|nessuna) ~(?:trovato|trovare|trovo|ho|informazion\w|notizi\w|menzione)\b…\b(?:su|di|sul|sulla|riguardo)\b…@
  \bnon conosco ~@
  @…\bnon (?:compare|figura|risulta|viene menzionat[ao])\b
  \bgeen ~(?:informatie|gegevens|resultaten|vermelding) ~(?:over|van)\b…@
  @…\bniet ~(?:vinden|gevonden|bekend|genoemd|vermeld)\b
  \bover ~@…\b(?:geen|niets)\b
  \b(?:nie ~(?:znalazlem|znalazlam|znaleziono|znalezc|mam)|brak) ~(?:informacji|danych) ~(?:o|na temat)\b…@
  \bnie znam ~@
  @…\bnie (?:wystepuje|pojawia sie)\b
  @\S* (?:hakkinda|ile ilgili|adli|adinda|isimli)…(?:bulamadim|bulunamadi|ulasamadim|yok\w*|bulunmuyor|rastlamadim|bilmiyorum)
  @…\b(?:adi gecmiyor|yer almiyor)\b
  не ~(?:нашел|нашёл|нашла|удалось найти|найдено|нашлось|нахожу|располагаю|имею|знайшов|знайшла|вдалося знайти)\s…(?:о|об|про|по|насчет|компани[июя]|бренд)\s…@
  не знаю ~@
  (?:нет|немає|отсутствуют) ~(?:информации|информация|данных|сведений|інформації|даних|відомостей) (?:о|об|про|по)\s…@
  (?:о|об|про)\s…@…(?:нет ~(?:информации|данных|сведений)|не найдено|не нашлось|ничего не)
  @…не (?:упоминается|встречается|значится)
  (?:没有|沒有|没能|未能|未|无法|無法|找不到|查不到)(?:找到|查到|发现|發現|搜索到|查询到|检索到)?…(?:关于|有关|與|与|對|对)…@…(?:信息|資訊|资讯|资料|資料|了解|记录|紀錄)
  (?:关于|有关|对于|對於|關於)…@…(?:没有|沒有|无法|無法|未能|未|找不到|查不到|不)(?:找到|查到|发现|發現|获得|相关|任何|了解|清楚)
  (?:找不到|查不到|没有提及|没有提到|沒有提到|未提及|未提到|不了解|不熟悉)…@
  @(?:并|並)?(?:未|没有|沒有)(?:被|出现在|出現在|上榜|入选)
  @(?:について|に関する|に関して|という)…(?:ありません|ございません|見つかりません|見つけられません|見つけることができません|見当たりません|確認できません|持っていません|存じ|把握して|わかりません|なく)
  @(?:は|が|を)?…(?:見つかりません|見つけられません|見当たりません|存じません|存じ上げません|含まれていません|言及されていません|把握していません)
  @\S*…(?:정보|자료|내용|기록)\S* ?\S* ?(?:찾을 수 없|찾지 못|없|확인할 수 없|확인되지)
  @\S{0,2} ?(?:\S+ )?(?:찾을 수 없|찾지 못|알지 못|모르|언급되지 않|포함되지 않|확인되지 않)
  (?:لم|لا|ليس|ليست) \S*(?: \S+){0,3} (?:معلومات|بيانات|تفاصيل|نتاءج)…(?:عن|حول|بشان|تخص)…@
  (?:لم|لا) (?:اجد|اعثر|اعرف|يتم العثور على) ~@
  @…(?:لم يذكر|لم تذكر|لا يظهر|لا تظهر|لم يرد)
  (?:לא ~(?:מצאתי|נמצא|נמצאו|הצלחתי למצוא|מוכר)|אין ~(?:מידע|נתונים))…@
  @…לא (?:מופיע|מופיעה|הוזכר|הוזכרה|מוכר לי|נמצא)
  @…(?:जानकारी|उल्लेख)…नहीं
  @…नहीं (?:मिली|मिला|मिल सकी|जानता|जानती)
  (?:ไม่พบ|ไม่มี|หา)…ข้อมูล…@
  (?:ไม่รู้จัก|ไม่พบ)\s?@
  \bkhong ~(?:tim thay|co) ~thong tin…@
  \btidak ~(?:menemukan|memiliki|ada|mengetahui)\b ~(?:informasi|data)?…@`;

/** Longest text that "…" can match, in characters. */
const NEAR = 200;

/**
 * Each phrase split at "…". The length of each part is bounded, so the time per position does not depend on the answer.
 */
const PHRASES: RegExp[][] = DENIALS.trim()
  .split("\n")
  .map((line) =>
    line
      .trim()
      .replaceAll("~", String.raw`(?:[\p{L}\p{M}'-]{1,40} ){0,3}`)
      .replaceAll(String.raw`\S*`, String.raw`\S{0,30}`)
      .replaceAll(String.raw`\S+`, String.raw`\S{1,30}`)
      .replaceAll("@", BRAND)
      .split("…")
      .map((part) => new RegExp(part, "giu")),
  );

/**
 * Whether the parts of a phrase occur near each other, in order. Matched part by part: as one regular expression with
 * gaps, a text that repeats each part would make it try all combinations.
 */
function holdsPhrase(text: string, parts: readonly RegExp[]): boolean {
  let ends: number[] | null = null;
  for (const part of parts) {
    ends = endsAfter(text, part, ends);
    if (ends.length === 0) return false;
  }
  return true;
}

/** End positions of a part that begins soon after one of `before` (null: anywhere), in order. */
function endsAfter(text: string, part: RegExp, before: readonly number[] | null): number[] {
  const ends: number[] = [];
  let next = 0;
  part.lastIndex = before?.[0] ?? 0;
  for (let match = part.exec(text); match; match = part.exec(text)) {
    const at = match.index;
    if (before) {
      while (next < before.length && before[next]! < at - NEAR) next++;
      if (next === before.length) break;
    }
    if (!before || before[next]! <= at) ends.push(at + match[0].length);
    part.lastIndex = at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
  }
  return ends.sort((a, b) => a - b);
}

/** Text that turns a denial into praise: "could not find a better tool than Acme". */
const PRAISE = /\b(?:better|best|cheaper|faster|besser\w*|mieux|meilleur\w*|mejor\w*|melhor\w*|miglior\w*|лучше)\b/iu;

/** "If you cannot find Rival" is not a denial of Rival. */
const CONDITION = /^\W*(?:if|in case|unless|wenn|falls|si|se|si no|если|如果|もし|만약)(?=\s|\p{sc=Han})/iu;

function isDenial(text: string, clause: Range, hits: readonly BrandHit[]): boolean {
  let marked = "";
  let from = clause.start;
  for (const hit of hits) {
    marked += text.slice(from, hit.start) + BRAND;
    from = hit.end;
  }
  marked += text.slice(from, clause.end);
  return !PRAISE.test(marked) && !CONDITION.test(marked) && PHRASES.some((parts) => holdsPhrase(marked, parts));
}

/** Separates the hits that count from those the answer denies. A denying clause applies to every brand it names. */
export function separateDenied(text: string, hits: readonly BrandHit[]): { standing: BrandHit[]; denied: BrandHit[] } {
  const denied = new Set<BrandHit>();
  let next = 0;
  for (const sentence of hits.length === 0 ? [] : sentencesOf(text)) {
    if (next >= hits.length || hits[next]!.start >= sentence.end) continue;
    for (const clause of clausesOf(text, sentence)) {
      const inside: BrandHit[] = [];
      while (next < hits.length && hits[next]!.start < clause.end) inside.push(hits[next++]!);
      if (inside.length > 0 && isDenial(text, clause, inside)) for (const hit of inside) denied.add(hit);
    }
  }
  return { standing: hits.filter((hit) => !denied.has(hit)), denied: [...denied] };
}
