/**
 * Country code → centre of the country, latitude and longitude in whole degrees, which is accurate enough for
 * "somewhere in it".
 */
const CENTRES =
  "AD 43 2|AE 24 54|AF 33 65|AG 17 -62|AL 41 20|AM 40 45|AO -13 18|AR -34 -64|AT 47 14|AU -25 134|AZ 40 48|BA 44 18|BB 13 -60|" +
  "BD 24 90|BE 51 4|BF 13 -2|BG 43 25|BH 26 51|BI -3 30|BJ 9 2|BN 5 115|BO -17 -65|BR -10 -53|BS 24 -76|BT 27 90|BW -22 24|" +
  "BY 53 28|BZ 17 -89|CA 56 -106|CD -3 24|CF 7 21|CG -1 15|CH 47 8|CI 8 -6|CL -33 -71|CM 6 13|CN 35 104|CO 4 -73|CR 10 -84|" +
  "CU 22 -79|CV 15 -24|CY 35 33|CZ 50 15|DE 51 10|DJ 12 43|DK 56 10|DM 15 -61|DO 19 -70|DZ 28 3|EC -1 -78|EE 59 26|EG 27 30|" +
  "ER 15 39|ES 40 -4|ET 9 40|FI 64 26|FJ -18 178|FR 47 2|GA -1 12|GB 54 -2|GD 12 -62|GE 42 43|GH 8 -1|GM 13 -15|GN 10 -11|" +
  "GQ 2 10|GR 39 22|GT 16 -90|GW 12 -15|GY 5 -59|HK 22 114|HN 15 -87|HR 45 16|HT 19 -72|HU 47 19|ID -2 118|IE 53 -8|IL 31 35|" +
  "IN 22 79|IQ 33 44|IR 32 53|IS 65 -19|IT 43 12|JM 18 -77|JO 31 36|JP 36 138|KE 0 38|KG 41 75|KH 13 105|KM -12 44|KR 36 128|" +
  "KW 29 48|KZ 48 67|LA 18 104|LB 34 36|LC 14 -61|LI 47 10|LK 7 81|LR 6 -9|LS -30 28|LT 55 24|LU 50 6|LV 57 25|LY 27 17|" +
  "MA 32 -6|MC 44 7|MD 47 29|ME 43 19|MG -20 47|MK 42 22|ML 17 -4|MM 21 96|MN 47 104|MO 22 114|MR 20 -11|MT 36 14|MU -20 58|" +
  "MV 4 73|MW -13 34|MX 23 -102|MY 4 109|MZ -18 35|NA -22 17|NE 17 9|NG 9 8|NI 13 -85|NL 52 5|NO 61 9|NP 28 84|NZ -42 173|" +
  "OM 21 56|PA 9 -80|PE -9 -75|PG -6 145|PH 12 122|PK 30 69|PL 52 19|PR 18 -66|PS 32 35|PT 40 -8|PY -23 -58|QA 25 51|RO 46 25|" +
  "RS 44 21|RU 60 90|RW -2 30|SA 24 45|SB -9 160|SC -5 55|SD 15 30|SE 62 16|SG 1 104|SI 46 15|SK 49 19|SL 8 -12|SM 44 12|" +
  "SN 14 -14|SO 6 46|SR 4 -56|SS 7 30|SV 14 -89|SY 35 38|SZ -27 31|TD 15 19|TG 8 1|TH 15 101|TJ 39 71|TL -9 126|TM 39 59|" +
  "TN 34 9|TO -21 -175|TR 39 35|TT 11 -61|TW 24 121|TZ -6 35|UA 49 32|UG 1 32|US 40 -98|UY -33 -56|UZ 41 64|VE 7 -66|VN 16 108|" +
  "VU -16 167|WS -14 -172|XK 43 21|YE 15 48|ZA -29 24|ZM -14 28|ZW -19 29";

const table = new Map(
  CENTRES.split("|").map((entry) => {
    const [code, latitude, longitude] = entry.split(" ");
    return [code!, { latitude: Number(latitude), longitude: Number(longitude) }];
  }),
);

/** The centre of a country; null if the code is not in the table. */
export function countryCentre(code: string): { latitude: number; longitude: number } | null {
  return table.get(code) ?? null;
}
