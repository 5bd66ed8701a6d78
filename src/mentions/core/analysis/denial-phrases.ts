/**
 * How answers say that they know nothing of a brand, by language. One language per line; `|` separates:
 * language | no, none | information | about | sources | mention | called | don't know, can't find | is not mentioned | in.
 * Commas separate alternatives; `*` matches the rest of a word. The text is folded first: lower case, no accents on
 * Latin and Greek letters.
 */
const WORDS = `
en|no,none,neither,nothing,not one,not a single,not any,not|information,info,data,detail*,record*,result*,evidence,mention*,knowledge,reference*,trace|about,on,of,for,regarding,concerning,that,matching|source*,list*,roundup*,review*,article*,result*,ranking*,comparison*,site*,page*,report*,guide*,ranking*,answer*,tool*,option*,candidate*|mention*,list,lists,name,names,includ*,cover*,cite*,feature*,refer*|called,named,known as,by the name of|not know of,not aware of,not familiar with,not heard of,never heard of,unfamiliar with,unaware of,know nothing about,knows nothing about,nothing on,never came across,not come across|not exist,not seem to exist,not appear to exist|in,among,on,within
de|kein*|information*,angabe*,daten,detail*,hinweis*,ergebnis*,kenntnis*|uber,zu,zum,zur,von,auf|quelle*,list*,artikel*,vergleich*,treffer*,seite*,ranking*,rangliste*,test*,ergebnis*|erwahn*,nenn*,list*,auffuhr*,fuhrt|namens,mit dem namen,mit namen,genannt|nichts uber,nichts zu,weiss ich nichts,nie gehort von|nicht gefunden,nicht finden,nicht auffindbar,nicht erwahnt,nicht aufgefuhrt,nicht gelistet,nicht genannt,existiert nicht,gibt es nicht,mir nicht bekannt,ist nicht bekannt,mir unbekannt|in,im,unter,auf,bei
nl|geen|informatie,gegevens,resultaten,vermelding*,details|over,van|bron*,lijst*,artikel*,ranglijst*,vergelijking*,resultaten|noem*,vermeld*|genaamd,met de naam|ken ik niet,niet bekend met,niets vinden,niets bekend,onbekend,nooit gehoord van|niet vinden,niet gevonden,niet genoemd,niet vermeld,bestaat niet|in,onder,op,tussen
fr|aucun*,pas d',pas de,pas trouve d',pas trouve de|information*,info*,donnee*,resultat*,mention*,trace*,connaissance|sur,de,d',concernant,au sujet de,a propos de|source*,article*,liste*,classement*,comparatif*,palmares,resultat*,selection*|mentionn*,cit*,parl*,evoqu*|appele*,nomme*,du nom de|ne connais pas,ne trouve pas,pas trouve,inconnu,jamais entendu parler de,ignore tout de|ne figure pas,n'apparait pas,n'existe pas,n'est pas mentionne*,n'est pas cite*,n'est pas repertorie*|dans,parmi,sur,en
es|no hay,ningun*,sin,no dispongo de,no tengo,no encontre,no encontramos,no encuentro,no cuento con,no existe*|informacion,dato*,resultado*,mencion*,constancia,registro*|sobre,de,acerca de,respecto a,respecto de|fuente*,list*,articulo*,comparativa*,clasificacion*,ranking*,resultado*,lista*|mencion*,cit*,nombra*,incluy*|llamad*,denominad*,con el nombre|no conozco,no encontre,no encuentro,desconozco,nunca he oido hablar de|no aparece,no figura,no se menciona,no existe|en,entre
pt|nao ha,nenhum*,sem,nao tenho,nao encontrei,nao existe*|informac*,dado*,resultado*,mencao,registro*|sobre,de,do,da,acerca de|fonte*,lista*,artigo*,ranking*,comparativ*,resultado*,classificac*|mencion*,cita*,inclu*|chamad*,com o nome|nao conheco,desconheco,nunca ouvi falar de,nunca ouvi falar do|nao aparece,nao consta,nao e mencionad*,nao existe|em,na,no,nas,nos,entre
it|nessun*,non ho,non ci sono,non esist*,non risult*,non trovo|informazion*,notizi*,dati,menzion*,risultat*|su,sul,sulla,di,riguardo a|fonte,fonti,list*,articol*,classific*,confront*,elenc*,risultat*|cita*,menzion*,nomin*|chiamat*,di nome,denominat*|non conosco,sconosciut*,mai sentito parlare di|non compare,non figura,non risulta,non viene menzionat*,non esiste|in,nella,nelle,nei,negli,tra,fra
ro|nu am,nicio,niciun*,nu exista,nu cunosc|informati*,date,rezultate,mentiun*|despre,cu privire la,referitoare la|surs*,list*,clasament*,comparati*,rezultat*|mention*,aminte*,cite*|numit*,cu numele|nu cunosc,necunoscut*|nu apare,nu este mention*,nu exista|in,printre,intre
sv|ingen,inga,inget,inte|information,uppgifter,detaljer,resultat|om,pa|kall*,list*,artik*,jamforelse*,ranking*,resultat*|namner,listar|som heter,kallad,med namnet,vid namn|kanner inte till,kanner inte,hittar inte,hittade inte,okand for mig,aldrig hort talas om,aldrig hort om|namns inte,finns inte,omnamns inte|i,bland,pa
da|ingen,intet,ikke|oplysninger,information*,resultater,detaljer|om|kild*,list*,artik*,sammenligning*,rangliste*,resultat*|nævner|ved navn,kaldet,der hedder,med navnet|kender ikke,kan ikke finde,fandt ikke,ukendt for mig,aldrig hort om|nævnes ikke,er ikke nævnt,findes ikke,eksisterer ikke|i,blandt,pa
no|ingen,ikke|informasjon,opplysninger,resultater|om|kild*,list*,sammenligning*,rangering*,resultat*|nevner|som heter,kalt,ved navn|kjenner ikke til,kjenner ikke,finner ikke,ukjent for meg,aldri hort om|nevnes ikke,er ikke nevnt,finnes ikke,eksisterer ikke|i,blant,pa
fi|ei,en,mikaan|tietoa,tietoja,mainintaa||lahte*,lista*,vertailu*,haku*,tulok*|mainits*|nimelta,niminen|en tunne,en loytanyt,tuntematon|ei mainita,ei ole olemassa|
hu|nem,egyik,egyetlen,nincs,nincsenek|informacio*,adat*||forras*,lista*,rangsor*,osszehasonlit*,talalat*|emlit*|nevu|nem ismer*,ismeretlen,sosem hallottam|nem szerepel,nem letezik|
el|δεν,κανεν*,καμια|πληροφορι*,στοιχει*|για,σχετικα με|πηγ*,λιστ*,καταταξ*,συγκρισ*,αποτελεσμ*|αναφερ*|με το ονομα,που ονομαζεται|δεν γνωριζω,δεν βρηκα,αγνωστ*|δεν αναφερεται,δεν εμφανιζεται,δεν υπαρχει|σε,στη,στις,στα,στους,μεταξυ
pl|nie,brak,zadn*|informacji,danych,wzmianek,wzmianki|o,na temat|zrod*,list*,artyku*,ranking*,zestawieni*,porownani*,wynik*|wspomin*,wymieni*|o nazwie,zwan*|nie znam,nie slyszalem o,nie slyszalam o,nieznan*|nie wystepuje,nie pojawia sie,nie istnieje|w,wsrod,na
cs|ne*,zadn*|informac*,zminky,udaje|o,ohledne|zdroj*,seznam*,zebric*,srovnani*,vysled*|zmin*,uvad*,nezmin*,neuvad*|s nazvem,jmenem,zvan*|neznam,nenasel jsem,nevim nic,nezname,nikdy neslysel|neznam,neexistuje,neni uveden*,neni zmin*|v,ve,mezi,na
ru|не,ни один,ни одна,ни одно,нет,отсутству*|информаци*,данн*,сведени*,упоминани*|о,об,про,по,насчет|источник*,спис*,обзор*,рейтинг*,результат*,подборк*|упомин*,называ*|под названием,с названием|не знаю,ничего не известно о,ничего не известно об,ничего не нашел о,не знаком с,неизвестн* мне,никогда не слышал о,мне неизвестн*|не упоминается,не встречается,не значится,не существует|в,во,среди,на
uk|не,жодн*,немає,відсутн*|інформаці*,дан*,відомост*|про,щодо,о|джерел*,спис*,рейтинг*,результат*,огляд*,добірк*|згаду*|під назвою|не знаю,нічого не відомо про,мені невідом*,ніколи не чув про|не згадується,не існує|в,у,серед,на
vi|khong|thong tin,du lieu,ket qua|ve|nguon,danh sach,bang xep hang,ket qua|nhac*,de cap*|ten la,co ten|khong biet,chua tung nghe ve|khong ton tai,khong duoc nhac|trong,o
id|tidak,tak|informasi,data,catatan|tentang,mengenai|sumber,daftar,peringkat,hasil,perbandingan|menyebut*,mencantumkan|bernama|tidak mengenal,tidak mengetahui,belum pernah mendengar|tidak disebut*,tidak ada dalam|dalam,di,pada`;

/**
 * Phrases that follow another pattern. `@` is the brand, `~` up to three words, `…` any nearby text that names no other
 * brand and contains no word of blame or comparison.
 */
const PHRASES = String.raw`
  (?:n't|\bnot|\bcannot|unable to|failed to) ~(?:find|locate|verify|confirm|identify|recogni[sz]e) (?:(?:any|an?|the|much|more|specific|reliable|company|brand|product|tool|service|details|information|info|mentions?|data|anything|results|references) )*(?:(?:about|on|of|for|regarding|concerning|called|named) ~)?\W*@(?!'s)
  (?:n't|\bnot) ~(?:aware of|familiar with|heard of)\b…@
  (?:n't|\bnot) ~have ~(?:information|info|data|details|knowledge|records?)\b ~(?:about|on|of|for|regarding|concerning)\b…@(?!'s)
  (?:do not|don't) ~know ~@
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
const END = String.raw`(?=\W*$|\s*[,;:(-]| (?:as|in|on|among|als|unter|en|dans|parmi|comme|como|em|na|no|nas|nos|come|tra|i|som|blant|blandt|w|v|mezi|в|среди|у) )`;

function ofLanguage(line: string): PhraseGroup {
  const [, no, info, about, sources, mention, called, unknown, missing, within] = line.split("|").map(word) as string[];
  const named = `${called}…@`;
  const frames = [
    about ? `${no} ?~${info} ~${about}…@(?!'s)` : `${no} ~${info}…@`,
    about ? `${about}…@…${no} ~${info}` : "",
    `${no} ~${sources}…${mention}…@`,
    `${no}…${named}`,
    `${named}…(?:${unknown}|${missing})`,
    `${unknown}…@(?!'s)`,
    `@ ?\\W?(?:\\p{L}{1,12} ){0,3}${missing}${END}`,
    `${missing}…${named}`,
    about ? `${about}…@…${unknown}` : "",
    `@\\P{L}{0,3}(?:[\\p{L}\\p{M}']{1,24} ){0,3}${no} ~${within} ~${sources}`,
    within ? `@\\P{L}{0,3}(?:[\\p{L}\\p{M}']{1,24} ){0,3}${within} ~${no} ~${sources}` : "",
    `@ ?(?:\\p{L}{1,12} ){0,3}(?<!\\p{L})${unknown}${END}`,
  ];
  const gate = new RegExp(`${no}|${unknown}|${missing}`, "iu");
  return { gate, phrases: frames.filter((frame) => frame !== "").map(compile) };
}

const groups = WORDS.trim().split("\n").map(ofLanguage);
groups.push({ gate: /./u, phrases: PHRASES.trim().split("\n").map((line) => compile(line.trim())) });

export const DENIALS: readonly PhraseGroup[] = groups;
