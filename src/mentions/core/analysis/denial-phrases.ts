/**
 * Words with which answers say that they know nothing of a brand. One language per line; `|` separates:
 * language | not, no, none, never | information | about | sources | mention | called | in | know, find | appear, exist |
 * unknown, missing. Commas separate alternatives; `*` matches the rest of a word. The text is folded first: lower case,
 * no accents on Latin and Greek letters.
 */
const WORDS = `
en|no,none,neither,nothing,not one,not a single,not any,not,doesn't,don't,didn't,isn't,couldn't,can't,cannot,haven't,never|information,info,data,detail*,record*,result*,evidence,mention*,knowledge,reference*,trace|about,on,of,for,regarding,concerning,that,matching|source*,list*,roundup*,review*,article*,result*,ranking*,comparison*,site*,page*,report*,guide*,ranking*,answer*,tool*,option*,candidate*|mention*,list,lists,name,names,includ*,cover*,cite*,feature*,refer*|called,named,known as,by the name of|in,among,on,within|know,know of,find,found,heard of,hear of,locate,aware of,familiar with,recogni*,identify,verify,confirm,come across,came across,encounter*|exist,exists,exist as,come up,turn up|unknown to me,unfamiliar with,unaware of,know nothing about,knows nothing about,nothing on,missing from,absent from
de|kein*,nicht,nie,nichts|information*,angabe*,daten,detail*,hinweis*,ergebnis*,kenntnis*|uber,zu,zum,zur,von,auf|quelle*,list*,artikel*,vergleich*,treffer*,seite*,ranking*,rangliste*,test*,ergebnis*|erwahn*,nenn*,list*,auffuhr*,fuhrt|namens,mit dem namen,mit namen,genannt|in,im,unter,auf,bei|kenn*,finde*,fand,gefunden,gehort,weiss,bekannt,vertraut,ausfindig,ermitteln|aufgefuhrt,erwahnt,gelistet,genannt,vertreten,existier*,auftaucht,auf,enthalten,dabei,vor,gefunden,finden,bekannt|mir unbekannt,unbekannt,fehlt
nl|geen,niet,nooit,niets|informatie,gegevens,resultaten,vermelding*,details|over,van|bron*,lijst*,artikel*,ranglijst*,vergelijking*,resultaten|noem*,vermeld*|genaamd,met de naam|in,onder,op,tussen|ken,vind*,gevonden,gehoord,bekend,weet|genoemd,vermeld,bestaat,voor,terug,gevonden,vinden|onbekend,ontbreekt
fr|aucun*,pas,n',ne,jamais,rien|information*,info*,donnee*,resultat*,mention*,trace*,connaissance|sur,de,d',concernant,au sujet de,a propos de|source*,article*,liste*,classement*,comparatif*,palmares,resultat*,selection*|mentionn*,cit*,parl*,evoqu*|appele*,nomme*,du nom de|dans,parmi,sur,en|connai*,trouve*,entendu parler de,sais,localis*,identifi*|figure,apparait,existe,mentionne*,cite*,repertorie*,present*,liste*|inconnu*,absent*
es|ningun*,sin,no,nunca,nada|informacion,dato*,resultado*,mencion*,constancia,registro*|sobre,de,acerca de,respecto a,respecto de|fuente*,list*,articulo*,comparativa*,clasificacion*,ranking*,resultado*,lista*|mencion*,cit*,nombra*,incluy*|llamad*,denominad*,con el nombre|en,entre|conozco,encontr*,encuentr*,se,oido hablar de,consta,localiz*,identific*,halle|aparec*,figur*,existe,menciona*,citad*,listad*|desconozco,desconocid*,ausente
pt|nenhum*,sem,nao,nunca,nada|informac*,dado*,resultado*,mencao,registro*|sobre,de,do,da,acerca de|fonte*,lista*,artigo*,ranking*,comparativ*,resultado*,classificac*|mencion*,cita*,inclu*|chamad*,com o nome|em,na,no,nas,nos,entre|conhec*,encontr*,sei,ouvi falar de,ouvi falar do,localiz*,identific*|aparec*,consta,existe,mencionad*,citad*,listad*,figura|desconhec*,ausente
it|nessun*,non,mai,nulla,niente|informazion*,notizi*,dati,menzion*,risultat*|su,sul,sulla,di,riguardo a|fonte,fonti,list*,articol*,classific*,confront*,elenc*,risultat*|cita*,menzion*,nomin*|chiamat*,di nome,denominat*|in,nella,nelle,nei,negli,tra,fra|conosc*,trov*,so,sentito parlare di,identific*|compar*,figura,esiste,menzionat*,citat*,present*,elencat*,risulta|sconosciut*,assente
ro|nicio,niciun*,nu,niciodata,nimic|informati*,date,rezultate,mentiun*|despre,cu privire la,referitoare la|surs*,list*,clasament*,comparati*,rezultat*|mention*,aminte*,cite*|numit*,cu numele|in,printre,intre|cunosc,gasit,gasesc,stiu,auzit de|apare,exista,mentionat*,regas*,figureaz*,listat*|necunoscut*,lipseste
sv|ingen,inga,inget,inte,aldrig|information,uppgifter,detaljer,resultat|om,pa|kall*,list*,artik*,jamforelse*,ranking*,resultat*|namner,listar|som heter,kallad,med namnet,vid namn|i,bland,pa|kanner till,kanner,hitta*,hort om,hort talas om,vet,bekant med|namns,finns,dyker upp,upp,omnamns,forekommer,med|okand*,saknas
da|ingen,intet,ikke,aldrig|oplysninger,information*,resultater,detaljer|om|kild*,list*,artik*,sammenligning*,rangliste*,resultat*|nævner|ved navn,kaldet,der hedder,med navnet|i,blandt,pa|kender,finde,fandt,fundet,hort om,ved,bekendt med|nævn*,findes,optræder,eksisterer,forekommer,med|ukendt*,mangler
no|ingen,ikke,aldri|informasjon,opplysninger,resultater|om|kild*,list*,sammenligning*,rangering*,resultat*|nevner|som heter,kalt,ved navn|i,blant,pa|kjenner til,kjenner,finne*,fant,funnet,hort om,vet,kjent med|nevn*,finnes,star,eksisterer,forekommer,med|ukjent*,mangler
fi|ei,en,mikaan|tietoa,tietoja,mainintaa||lahte*,lista*,vertailu*,haku*,tulok*|mainits*|nimelta,niminen||tunne,loyda*,loytanyt,tieda,kuullut|mainita,esiinny,ole olemassa,loydy|tuntematon,puuttuu
hu|nem,egyik,egyetlen,nincs,nincsenek,soha,semmi*|informacio*,adat*||forras*,lista*,rangsor*,osszehasonlit*,talalat*|emlit*|nevu||ismer*,talal*,tud*,hallott*|szerepel*,letez*,talalhato,emlit*|ismeretlen,hianyzik
el|δεν,κανεν*,καμια,ποτε,τιποτα|πληροφορι*,στοιχει*|για,σχετικα με|πηγ*,λιστ*,καταταξ*,συγκρισ*,αποτελεσμ*|αναφερ*|με το ονομα,που ονομαζεται|σε,στη,στις,στα,στους,μεταξυ|γνωριζ*,βρηκα,βρισκ*,ακουσει,ξερω|αναφερ*,εμφανιζ*,υπαρχ*,περιλαμβαν*|αγνωστ*,απουσιαζ*
pl|nie,brak,zadn*,nigdy,nic|informacji,danych,wzmianek,wzmianki|o,na temat|zrod*,list*,artyku*,ranking*,zestawieni*,porownani*,wynik*|wspomin*,wymieni*|o nazwie,zwan*|w,wsrod,na|znam,znalaz*,znalez*,slysz*,wiem,kojarz*|wystep*,pojawia*,istniej*,figuruj*,wymienion*|nieznan*,brakuje
cs|zadn*,nemam,neni,nikdy,nic|informac*,zminky,udaje|o,ohledne|zdroj*,seznam*,zebric*,srovnani*,vysled*|zmin*,uvad*,nezmin*,neuvad*|s nazvem,jmenem,zvan*|v,ve,mezi,na|nasel,nasla,vim,slys*|objevuj*,existuj*,uveden*|neznam,neznama,nezname,nenas*,nenalez*,nevim nic,neslys*,neobjevuj*,neexistuj*,nefiguruj*,neni uveden*,neni zmin*,chybi
ru|не,ни один,ни одна,ни одно,нет,отсутству*,ничего,никогда|информаци*,данн*,сведени*,упоминани*|о,об,про,по,насчет|источник*,спис*,обзор*,рейтинг*,результат*,подборк*|упомин*,называ*|под названием,с названием|в,во,среди,на|знаю,наш*,найти,найдено,слыш*,известно,знаком*|упомин*,встреча*,существу*,значится,фигурир*,представлен*,найден*|неизвестн*,отсутству*
uk|не,жодн*,немає,відсутн*,нічого,ніколи|інформаці*,дан*,відомост*|про,щодо,о|джерел*,спис*,рейтинг*,результат*,огляд*,добірк*|згаду*|під назвою|в,у,серед,на|знаю,знайш*,знайти,чув,чула,відомо|згаду*,існу*,зустріча*,фігуру*,знайден*|невідом*,відсутн*
vi|khong,chua,chua tung|thong tin,du lieu,ket qua|ve|nguon,danh sach,bang xep hang,ket qua|nhac*,de cap*|ten la,co ten|trong,o|biet,tim thay,nghe noi ve,nghe ve,nghe|xuat hien,ton tai,co mat,co trong,duoc nhac|
id|tidak,tak,belum,belum pernah|informasi,data,catatan|tentang,mengenai|sumber,daftar,peringkat,hasil,perbandingan|menyebut*,mencantumkan|bernama|dalam,di,pada|menemukan,mengenal,tahu,mengetahui,mendengar|muncul,ada,disebut*,tercantum|`;

/**
 * Phrases that follow another pattern. `@` is the brand, `~` up to three words, `…` any nearby text that names no other
 * brand and contains no word of blame or comparison.
 */
const PHRASES = String.raw`
  (?:n't|\bnot|\bcannot|unable to|failed to) ~(?:find|locate|verify|confirm|identify|recogni[sz]e) (?:(?:any|an?|the|much|more|specific|reliable|company|brand|product|tool|service|details|information|info|mentions?|data|anything|results|references) )*(?:(?:about|on|of|for|regarding|concerning|called|named) ~)?\W*@(?!'s)
  (?:n't|\bnot) ~(?:aware of|familiar with|heard of)\b…@
  (?:n't|\bnot) ~have ~(?:information|info|data|details|knowledge|records?)\b ~(?:about|on|of|for|regarding|concerning)\b…@(?!'s)
  @…(?:n't|\bnot) ~(?:appear|show up|come up|feature|mentioned|listed|included|featured|covered|cited|named)\b(?: \w+){0,4} (?:lists?|rankings?|results?|sources?|comparisons?|roundups?|articles?|reviews?|answers?|here|there|any|among|these|those|this)\b
  @…(?:n't|\bnot) ~(?:mentioned|appear|show up|come up)\W*$
  @…(?:n't|\bnot) ~(?:something|one|a \w+|any \w+) (?:that )?i (?:know|recogni[sz]e|am aware|can find|could find)
  @…\bno such (?:company|brand|product|tool|service)\b
  \bno such (?:company|brand|product|tool|service)\b…@
  \b(?:kenne|finde|fand)\b ~@ ~nicht\b
  \b(?:keine|nichts)\b…\b(?:uber|zu)\b…@
  \bpas ~(?:trouve|connaissance)\b ~(?:sur|de|concernant)\b…@
  \bnao encontrei\b…\b(?:sobre|do|da)\b…@
  \bnon ~(?:trovato|trovare)\b…\b(?:su|sul|sulla)\b…@
  @\S* (?:hakkinda|ile ilgili)…(?:bilgi|veri|kayit|sonuc)…(?:bulamadim|bulunamadi|ulasamadim|yok\w*|bulunmuyor)
  @\S* (?:adli|adinda|isimli)…(?:bulamadim|bulunamadi|yok\w*|bulunmuyor|rastlamadim|bilmiyorum)
  @…\b(?:adi gecmiyor|yer almiyor)\b
  \bhicbiri…@…(?:bahset|gecmi|yer al|anmi|belirt)
  не ~(?:нашел|нашёл|нашла|удалось найти|найдено|нашлось|знайшов|знайшла|вдалося найти|вдалося знайти)\s…(?:о|об|про|по|насчет|компани[июя]|бренд)\s…@
  (?:没有|沒有|没能|未能|未|无法|無法|找不到|查不到)(?:找到|查到|发现|發現|搜索到|查询到|检索到)?…(?:关于|有关|與|与|對|对)…@…(?:信息|資訊|资讯|资料|資料|了解|记录|紀錄)
  (?:关于|有关|对于|對於|關於)…@…(?:没有|沒有|无法|無法|未能|未|找不到|查不到|不)(?:找到|查到|发现|發現|获得|相关|任何|了解|清楚)
  (?:找不到|查不到|没有提及|没有提到|沒有提到|未提及|未提到|不了解|不熟悉|不知道|不存在)…@
  (?:没有|沒有|不知道)…(?:叫|名为|名叫|叫做)…@
  @(?:并|並)?(?:未|没有|沒有)(?:被|出现|出現|上榜|入选|列入|收录)
  (?:没有|沒有|未|没)(?:出现|出現|提到|提及|列出|收录|包括)…@
  @(?:について|に関する|に関して|という)…(?:ありません|ございません|見つかりません|見つけられません|見つけることができません|見当たりません|確認できません|持っていません|存じ|把握して|わかりません|知りません|なく)
  @(?:は|が|を)?…(?:見つかりません|見つけられません|見当たりません|存じません|存じ上げません|含まれていません|言及されていません|把握していません|登場しません|出てきません|掲載されていません|載っていません|入っていません|挙がっていません|紹介されていません)
  @\S*…(?:정보|자료|내용|기록)\S* ?\S* ?(?:찾을 수 없|찾지 못|없|확인할 수 없|확인되지)
  @\S{0,2} ?(?:\S+ )?(?:찾을 수 없|찾지 못|알지 못|모르|언급되지 않|포함되지 않|확인되지 않)
  @…(?:순위|목록|자료|결과|리스트|비교)\S{0,4} ?(?:없|등장하지 않|나오지 않)
  @(?:이)?라는 …(?:알지 못|모르|없)
  (?:لم|لا|ليس|ليست) \S*(?: \S+){0,3} (?:معلومات|بيانات|تفاصيل|نتاءج)…(?:عن|حول|بشان|تخص)…@
  (?:لم|لا) (?:اجد|اعثر|اعرف|يتم العثور على) ~@
  (?:لم|لا) (?:يذكر|تذكر|يوجد|توجد|اعرف) …(?:باسم|المصادر|تسمى|يسمى)…@
  (?:لم|لا) (?:تظهر|يظهر|ترد|يرد|توجد|يوجد) ~@
  @…(?:لم يذكر|لم تذكر|لا يظهر|لا تظهر|لم يرد)
  (?:לא ~(?:מצאתי|נמצא|נמצאו|הצלחתי למצוא|מוכר|מזכיר|מזכירה|מציין|מכיר)|אין ~(?:מידע|נתונים))…@
  @…לא (?:מופיע|מופיעה|הוזכר|הוזכרה|מוכר לי|נמצא)
  @…(?:जानकारी|उल्लेख)…नहीं
  @…(?:नहीं (?:मिली|मिला|मिल सकी|जानता|जानती)|मौजूद नहीं)
  @…(?:सूची|स्रोत|परिणाम|तुलना)…नहीं
  @…(?:তালিকা|উৎস|ফলাফল)…(?:নেই|নাই)
  @…(?:فهرست|منبع|منابع|نتایج|مقایسه)…(?:نیامده|نیست|ندارد|نشده)
  @…(?:উল্লেখ|তথ্য)…(?:নেই|নাই|পাইনি|পাওয়া যায়নি)
  هیچ ?(?:یک|کدام)…@…(?:اشاره|ذکر|نام)
  اطلاعات…@…(?:نکرد|نیافت|ندار|نیست|نشد)
  (?:درباره|از) ?@…(?:نمیدان|نمیشناس|نشنید)
  @…(?:জানি না|শুনিনি|চিনি না|জানা নেই)
  \bhicbir\b…@…(?:rastlama|gorme|bulama)
  @…(?:n't|\bnot) (?:an?|any) \w+ i (?:have|know|recogni)
  \b(?:search\w*|look\w*) for …@…(?:came up empty|found nothing|no results|without success)
  به نام…@…(?:نمیشناس|ندارد|نیافت)
  (?:ไม่พบ|ไม่มี|หา)…ข้อมูล…@
  (?:ไม่รู้จัก|ไม่พบ)\s?@
  ไม่มี…กล่าวถึง…@
  ไม่มี ?@…(?:รายการ|รายชื่อ|อันดับ|แหล่ง)
  @…ไม่(?:ได้)?(?:อยู่ใน|ปรากฏ|ถูกกล่าว)
  \bneither\b…\bnor\b…(?:entry|listing|page|review|mention)s? (?:for|on|of|about)…@
  @ (?:is not|isn't|is never|was not|wasn't) (?:among|one of|part of|in|on) (?:the|these|those|any|my)\b`;

/** A phrase, split at "…". */
export type Phrase = readonly RegExp[];

export interface PhraseGroup {
  /** A text that does not match holds none of the phrases. */
  gate: RegExp;
  phrases: Phrase[];
}

/** Placeholder for a brand in the text that the phrases are matched against. */
export const BRAND = "\u0001";

const word = (entries: string) =>
  entries === ""
    ? ""
    : String.raw`(?<![\p{L}\p{M}])(?:${entries.replaceAll(",", "|").replaceAll("*", String.raw`[\p{L}\p{M}]{0,20}`)})(?:(?<=')|(?![\p{L}\p{M}]))`;

function compile(phrase: string): Phrase {
  return phrase
    .replaceAll("~", String.raw`(?:[\p{L}\p{M}'-]{1,40} ){0,3}`)
    .replaceAll(String.raw`\S*`, String.raw`\S{0,30}`)
    .replaceAll(String.raw`\S+`, String.raw`\S{1,30}`)
    .replaceAll("@", BRAND)
    .split("…")
    .map((part) => new RegExp(part, "giu"));
}

/** Prepositions that may follow a statement about what is missing where: "does not appear in the list". */
const END = String.raw`(?=\W*$|\s*[,;:(-]| a | (?:in|on|among|unter|en|dans|parmi|em|na|no|nas|nos|tra|i|blant|blandt|w|v|mezi|в|среди|у) )`;
/** Up to four words after the brand. */
const NEXT = String.raw`\P{L}{0,3}(?:[\p{L}\p{M}'-]{1,24} ){0,4}`;

function ofLanguage(line: string): PhraseGroup {
  const [, no, info, about, sources, mention, called, within, know, appear, absent] = line.split("|").map(word) as string[];
  const noInfo = `${no} ?~${info}`;
  const frames = [
    // No information about @; about @, there is no information
    about ? `${noInfo} ~${about}…@(?!'s)` : `${noInfo}…@`,
    about && `${about} ~@…${noInfo}`,
    // None of the sources mentions @; @ is in none of the sources
    `${no} ~${sources}…${mention}…@`,
    `@${NEXT}${no} ~${within && `${within} ~`}${sources}`,
    within && `@${NEXT}${within} ~${no} ~${sources}`,
    // There is no company called @; a company called @ does not exist
    `${no}…${called}…@`,
    `${called}…@${NEXT}(?:${no} ~(?:${know}|${appear})|(?:${know}|${appear}) ~${no})`,
    // I don't know @; of @ I know nothing
    `${no} ?~${know} ~@(?!'s)`,
    about && `${about} ~@${NEXT}(?:${no} ?~${know}|${know} ~${no})`,
    // @ does not appear; nowhere appears @
    `@${NEXT}${no} ?~${appear}${END}`,
    `@ ${appear} ~${no}${END}`,
    `${no} ?~${appear} ~@(?!'s)`,
    absent && `@${NEXT}${absent}${END}`,
    absent && `${absent} ~@(?!'s)`,
  ];
  const gate = new RegExp(`${no}${absent && `|${absent}`}`, "iu");
  return { gate, phrases: frames.filter(Boolean).map(compile) };
}

const groups = WORDS.trim().split("\n").map(ofLanguage);
groups.push({ gate: /./u, phrases: PHRASES.trim().split("\n").map((line) => compile(line.trim())) });

export const DENIALS: readonly PhraseGroup[] = groups;
