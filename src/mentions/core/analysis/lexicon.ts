/**
 * Words by which the rules judge the tone of an answer (docs/answer-analysis.md). A trailing `*` matches inflections. A
 * word counts 1, or the weight after `:`. Words are folded like prose: lower case, no accents on Latin letters.
 * Chinese, Japanese and Thai words match inside the text, all others as whole words. `_` is a space.
 */
const POSITIVE = `
  excellent:2 outstanding:2 exceptional:2 best:2 superb:2 great good strong* reliab* trusted robust intuitive affordable powerful popular leading
  leader recommend* love* praised favorite favourite fast easy easier seamless* solid impressive ideal perfect:2 top-rated well-regarded
  standout secure efficient flexible versatile user-friendly generous helpful smooth better award-winning innovative
  hervorragend*:2 ausgezeichnet*:2 beste*:2 gut gute* guten starke* stark zuverlassig* einfach* empfehl* empfohlen beliebt* fuhrend* gunstig* schnell*
  uberzeug* intuitiv* leistungsstark* sicher* ideal* vielseitig* benutzerfreundlich* flexibel* flexible* solide*
  excellent*:2 meilleur*:2 bon bonne bons bonnes fiable* facile* recommand* puissant* populaire* rapide* intuitif intuitive* abordable* solide*
  performant* apprecie* securis* complet complete* souple*
  excelente*:2 mejor*:2 bueno* buena* buen fiable* confiable* facil* recomend* potente* popular* rapid* intuitiv* economic* asequible* solid*
  destaca* lider* segur* completo completa versatil*
  melhor*:2 bom boa bons boas otim*:2 confiave* recomendad* acessivel lider*
  eccellent*:2 miglior*:2 ottim*:2 buon buona buono affidabil* facil* consigliat* potent* popolar* veloc* intuitiv* sicur* completo
  uitstekend*:2 goed goede betrouwba* makkelijk* gebruiksvriendelijk* aanbevolen populair* krachtig* veilig* betaalba*
  najlepsz*:2 swietn*:2 dobry dobra dobre niezawodn* latwy latwa latwe polecan* polecam popularn* szybk* intuicyjn* bezpieczn*
  отличн*:2 лучш*:2 превосходн*:2 хорош* надежн* надёжн* удобн* прост* рекоменд* популярн* быстр* мощн* интуитивн* доступн* безопасн* гибк*
  mukemmel:2 iyi guvenilir kolay onerilir* tavsiye populer hizli guclu basarili kullanisli uygun
  优秀:2 最好:2 最佳:2 卓越:2 出色:2 推荐 可靠 易用 简单易用 强大 受欢迎 领先 快速 实惠 稳定 安全 灵活 方便 好用 优质 優秀:2 推薦 強大 穩定
  優れ:2 最高:2 最適:2 おすすめ オススメ 人気 信頼 使いやす 便利 強力 高速 高品質 安定 安心 優秀:2 充実 評価が高 高く評価
  뛰어난:2 뛰어나:2 훌륭:2 최고:2 우수:2 추천 신뢰 편리 쉬운 쉽고 강력 인기 빠르 빠른 저렴 안정 안전 좋은 좋습니다
  ممتاز*:2 افضل:2 رائع*:2 جيد* موثوق* سهل* ينصح قوي* شاءع* سريع* امن* مرن*
  बेहतरीन:2 उत्कृष्ट:2 सर्वश्रेष्ठ:2 अच्छा अच्छी अच्छे विश्वसनीय आसान लोकप्रिय शक्तिशाली भरोसेमंद
  מצוין:2 מצוינת:2 הטוב הטובה טוב טובה אמין אמינה מומלץ מומלצת קל פופולרי פופולרית
  ดีที่สุด:2 ยอดเยี่ยม:2 แนะนำ น่าเชื่อถือ ใช้งานง่าย ได้รับความนิยม ราคาไม่แพง
  terbaik:2 bagus andal mudah direkomendasikan terjangkau
  friendly fair lean delight* pleasure happy dependable reasonabl* cheaper faster simpler growing responsive stable can't_go_wrong:2 stands_out
  ubersichtlich* preiswert* bekannt wachst billiger gunstiger contento* crece cresce cresc crescendo elogi* prais* excellent* seduit progresse
  economico economica apprezzat* nota eenvoudig* goedkop* snel* fiabil* usor usoara recomand* bun buna accesibil*
  enkel* prisvard* utmarkt* bra palitlig* snabb* rekommender* bast* battre billig* vaxer nem nemt nemme fremragende god godt gode palidelig* hurtig* anbefal*
  bedst* bedre best* brukervennlig* trygg* rask* raskere voksende
  helppo* luotettav* edulli* erinomai* hyva* nopea* nopeasti suositel* paras parempi kiito* megbizhato* konny* kivalo* jo gyors* ajanl* olcso* legjobb* jobb
  αξιοπιστ* ευχρηστ* εξαιρετικ* καλ* γρηγορ* φθην* οικονομικ* καλυτερ* συνιστ* spolehliv* rychl* vyborn* dobr* snadn* levn* lepsi nejleps* doporuc* prehledn* prost*
  tani* tansz* lepsz* rosnie rosnąc* надійн* зручн* чудов* добр* швидк* кращ* дешев* превосход* растёт растет зростає успеш*
  اسان* عالی خوب مقرون بهتر* بهترین سریع* معتبر* اعتماد נוח נוחה किफायती बेहतर নির্ভরযোগ্য সহজ সাশ্রয়ী ভালো চমৎকার দ্রুত সেরা
  shine* rave* pick prefer* zufrieden* punktet satisfait* satisfech* satisfeit* soddisfatt* tevreden nojd* fornoyd* tilfreds* tyytyvai* elegedett*
  multumit* ικανοποιημεν* zadowol* spokojen* доволь* задоволен* memnun راضی* راض* مرض* مرتاح* يوصي* מרוצ* संतुष्ट সন্তুষ্ট puas hai_long 满意 滿意 简洁 上手快 满足 満足 お勧め 만족 พอใจ
  consigli* onest* совету* раджу doporuc* polec* enjoy* loved simple modern* honest transparent* responsiv* accurate top polecaj* uzitecn* praktisk* pratique* practic*
  praktisch* modern* gemakkelijk fair* seri* vertrauenswurdig* digne_de_confiance ergonomique* ajustad* agradable* honest* barato* barata* bem_avaliado
  bien_note bien_valorado 稳妥 专业 贴心 高效 実用的 丁寧 わかりやすい 분석이_뛰어난 친절 유용 huu_ich nhanh_chong bermanfaat cepat handal*
  хвал* chwal* chval* dicser* dicseri laud* lob* gelobt roemt geprezen beromm* rosas dang_tin_cay:2 phai_chang tuyet_voi:2 性价比高:2 流畅 口碑很好:2 口碑好:2 欢迎 便宜 安価 편리하 저렴하`;

const NEGATIVE = `
  terrible:2 awful:2 worst:2 horrible:2 scam:2 bad poor* weak* unreliable outdated expensive overpriced slow buggy clunky complicated difficult
  confusing limited lacks lacking disappoint* complain* criticiz* criticis* frustrat* problem* unstable insecure risky avoid breach* lawsuit* worse
  drawback* downside* steep pricey cumbersome
  schlecht*:2 furchtbar*:2 teuer* teure* langsam* unzuverlassig* veraltet* kompliziert* schwach* enttausch* problem* umstandlich* mangel* kritik*
  vermeiden nachteil*
  mauvais*:2 pire*:2 cher chere chers lent lente lents obsolete* complique* faible* decev* decu* probleme* critique* eviter inconvenient*
  malo* mala* peor*:2 terrible*:2 caro cara caros caras lento* lenta* anticuad* complicad* debil* decepcion* problema* critica* evitar desventaja* limitad*
  ruim:2 pior:2 fraco fraca lento desatualizad* decepcion* cattiv*:2 pessim*:2 peggior*:2 costos* lento lenta complicat* debol* delud*
  slecht*:2 duur dure traag verouderd* ingewikkeld* teleurstell* zwak* zly:2 zle:2 najgorsz*:2 drogi droga drogie wolny wolne skomplikowan* slab*
  плох*:2 худш*:2 ужасн*:2 дорог* медленн* ненадежн* ненадёжн* устаре* сложн* слаб* разочаров* проблем* недостат* неудобн*
  kotu:2 berbat:2 pahali yavas guvenilmez eski karmasik zayif sorun* sikayet*
  糟糕:2 最差:2 很差:2 昂贵 价格高 较贵 缓慢 复杂 过时 不稳定 问题 缺点 失望 投诉 不足 昂貴 複雜
  最悪:2 悪い:2 ひどい:2 高価 遅い 不安定 複雑 古い 不満 問題 欠点 使いにく 信頼性が低 割高 高額
  최악:2 나쁜:2 나쁘:2 비싼 비싸 느린 느리 불안정 복잡 문제 단점 실망 불편
  سيء*:2 اسوا:2 غالي* مكلف* بطيء* معقد* ضعيف* مشكل* قديم* مخيب*
  खराब:2 बुरा:2 महंगा महंगी धीमा धीमी जटिल कमजोर समस्या
  גרוע:2 גרועה:2 יקר יקרה איטי איטית מסובך חלש בעיות
  แย่:2 แพง ช้า ซับซ้อน ปัญหา buruk:2 mahal lambat
  crash* bloated steer_clear:2 lags_behind:2 lag_behind:2 falls_short:2 unhappy dissatisfied fails lost_data costly
  fehleranfallig* wartezeit* unubersichtlich* unzufrieden* teurer ontevreden pesim* deco* decoi* plante plantent reclama reclamam lascia_a_desiderare:2
  scump* nemultumi* slab missnojd* dyr* dalig* langsom* utilfreds* darlig* treg* tregt kalli* hidas hitaast* huono* draga lassu* rossz* ακριβ* αργ* αργο κακ*
  drah* pomal* spatn* powoln* drozsz* narzeka* задерж* повільн* помилк* гірш* يشتك* ناراض* گران* মন্থর ব্যয়বহুল ধীর অসন্তুষ্ট
  nightmare* refuse* refusal* surprise_charges worthless useless annoying laggy stingy rude ignored inferior abzuraten abraten abgeraten nervig* unfreundlich* ungenau*
  schwer_zu teuerste* bug bugs bugge* erreur* pannes panne instable* inestable* errores fallos falla fallas lentitud erros instavel* bolnis* errori instabil* scomod*
  onbetrouwba* storing* fouten omslachtig* opalitlig* kranglig* kritiseras upalidelig* besvaerlig* upalitelig* feil epaluotettav* virhe* hankal* megbizhatatlan* bonyolult* hiba* hibak*
  nesigur* greoi* erori αναξιοπιστ* δυσχρηστ* λαθ* zawod* awari* bledow* chyb* nespolehliv* slozit* ненадійн* незручн* складн* медленн* глюч* тормоз* ошибк* сбо* pahali* zor guvensiz* arizali
  معيب* صعب* کندی سخت* مشکل* ضعیف* גרוע* מסורבל* תקלות कठिन खराबी অসুবিধা জটিল 难用 卡顿 差 故障 不满 使いづらい 不具合 遅く 느린 어렵 답답 ยุ่งยาก ขัดข้อง rumit sulit kecewa
  cham_chap ไม่พอใจ 较慢 响应慢 很慢 오류 느리고 mengecewakan sikayetci אטי`;

/** Grievances. Any denial in the clause turns them into praise: "complaints about Acme are hard to find, there are none". */
const GRIEVANCES = `
  regret* bereu* arrepient* arrepend* spijt angra* fortryd* angrer kadu* żałuj* zaluj* litu* жале* pisman* bad_to_say bugs vorfall* vorfalle sicherheitsvorfall* zwischenfall* incident* incidente* incidencia*
   negative_bewertung* plaign* se_plaint kritik* critic* queixa* reclama* reklamac* stezu* nestez* complaint* breach* outage* downtime lawsuit* incident* scandal* hidden_fees negative_review* lets_you_down let_you_down complain
  beschwerd* datenleck* datenpann* klag* vorwurf* plainte* negatif* fuite* queja* filtracion* reclam* vazament* lament* klacht* datalek*
  klagomal* klage klager klaget sikkerhetsbrudd* brudd valit* panasz* panaszk* plange* παραπον* παραπονο* skarg* stiznost* stez* жалоб* жалу* скарг* скарж*
  sikayet* شكاو* شكوى شکایت* תלונ* מתלוננ* शिकायत* অভিযোগ* 投诉 投訴 苦情 クレーム 불만 ร้องเรียน khieu_nai phan_nan keluhan mengeluh`;

/** Words that negate the next few, or lessen them: not, never, kein, pas, no, nao, non, niet, nie, не, less, moins … */
export const NEGATORS: ReadonlySet<string> = new Set(
  `kaum selten rarely seldom scarcely rarement raramente zelden sallan sjaeldent sjelden rzadko zridka редко рідко nadie ninguem nessuno nikdo nikt никто ніхто ingen senki κανεις nimeni никого kimse
  keinem keiner keines aucun personne not no never n't isn't aren't wasn't doesn't don't didn't can't cannot without hardly nicht kein keine keinen nie ohne pas jamais sans aucun
  non ni nunca sin tampoco nao nem sem senza niet geen nooit zonder nie bez не нет без ни никогда немає nobody nothing none few keinerlei niemand aucune sem nenhum nenhuma ningun ninguna nessun nessuna
  nu niciun nicio fara inte ingen inga inget utan ikke intet uden uten ei ole eivat nem nincs δεν χωρις καμια nejsou neni zadne zadny zadnych zadnego brak
  khong less moins menos meno minder mindre mniej mene менее менш mindst weniger هیچ কোনো কোন कोई ليس لا غير ليست नहीं לא אין tidak bukan`.split(
    /\s+/,
  ),
);
/** Negators that follow the word they negate: Turkish, Japanese, Korean, Hindi, Persian, Bengali. */
export const NEGATORS_AFTER = /^\s{0,2}(?:\S{0,6}\s)?(?:degil|ではな|じゃな|くな|지 않|지는 않|नहीं|نیست|নয়|olmayan|できません|しません|ません|않)/u;
/** A denial anywhere in a clause, in the languages whose word for it is no word of its own before the noun. */
export const DENIED_SOMEWHERE = /\byok|nicht|ありません|見つかりません|見当たりません|ません|なく|없|찾을 수|नहीं|নেই|নাই|نشده|ندارد|نیست|没有|沒有|未|无|ไม่มี|ไม่พบ/u;
/** "Not only fast" does not negate. */
export const MERELY = /^(?:only|just|nur|solo|seulement|apenas|alleen|tylko|только|bara|kun)$/u;
/** Negators that precede the word they negate, in scripts without spaces. */
export const NEGATORS_BEFORE = /(?:不|没|沒|非|未|ไม่)(?:是|太|够|夠|很|那么|那麼|算)?$/u;

interface Word {
  weight: number;
  pattern: string;
  grievance?: boolean;
}

function entries(list: string, sign: 1 | -1): Word[] {
  return list
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [word, weight] = entry.split(":") as [string, string?];
      return { pattern: word.replaceAll("_", " "), weight: sign * Number(weight ?? 1) };
    });
}

const WORDS: Word[] = [
  ...entries(POSITIVE, 1),
  ...entries(NEGATIVE, -1),
  ...entries(GRIEVANCES, -1).map((word) => ({ ...word, grievance: true })),
];
const isInside = ({ pattern }: Word) =>
  pattern.includes(" ") || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Hangul}]/u.test(pattern);

const EXACT = new Map<string, Word>();
const STEMS = new Map<string, Word>();
const INSIDE = new Map<string, Word>();
for (const word of WORDS) {
  if (isInside(word)) INSIDE.set(word.pattern.replace("*", ""), word);
  else if (word.pattern.endsWith("*")) STEMS.set(word.pattern.slice(0, -1), word);
  else EXACT.set(word.pattern, word);
}
const LONGEST_STEM = Math.max(...[...STEMS.keys()].map((stem) => stem.length));

/** The entry of a whole lower-case word. Arabic and Hebrew join "and" to the word. */
export function wordInLexicon(word: string): Word | undefined {
  const exact = EXACT.get(word);
  if (exact !== undefined) return exact;
  for (let length = Math.min(word.length, LONGEST_STEM); length >= 2; length--) {
    const stem = STEMS.get(word.slice(0, length));
    if (stem !== undefined) return stem;
  }
  return /^[\u05d5\u0648]./u.test(word) ? wordInLexicon(word.slice(1)) : undefined;
}

/** Matches entries of several words, and words of scripts without spaces, longest first. */
export const INSIDE_WORDS = new RegExp(
  [...INSIDE.keys()]
    .sort((a, b) => b.length - a.length)
    .map((each) => (each.includes(" ") ? `(?<!\\p{L})${each}` : each))
    .join("|"),
  "giu",
);
export const insideLexicon = (word: string): Word | undefined => INSIDE.get(word.toLowerCase());

export const WORD = /[\p{L}\p{M}][\p{L}\p{M}'-]*/gu;

/** Offsets of words that blame, in order of appearance of each kind. */
export function* blameIn(text: string): Generator<number> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if ((wordInLexicon(word.toLowerCase())?.weight ?? 0) < 0) yield index;
  }
  for (const { 0: word, index } of text.matchAll(INSIDE_WORDS)) {
    if ((insideLexicon(word)?.weight ?? 0) < 0) yield index;
  }
}

/** Whether a text contains any word of praise or blame. */
export function hasTone(text: string): boolean {
  return text.search(INSIDE_WORDS) >= 0 || text.match(WORD)?.some((word) => wordInLexicon(word.toLowerCase())) === true;
}

/** Whether a text negates anything. */
export function holdsNegator(text: string): boolean {
  const words = text.toLowerCase().match(WORD) ?? [];
  return DENIED_SOMEWHERE.test(text) || words.some((word) => NEGATORS.has(word) || word.endsWith("n't") || word === "cannot");
}
