import { importSources } from "../../bench/support/import-sources.ts";
import { readFileSync } from "node:fs";
const { trainingBags, loadWordFiles, SIGNS } = await importSources<any>("test/unit/mentions/corpus/training-bags");
loadWordFiles();
const { first, weights } = JSON.parse(readFileSync("src/mentions/core/analysis/weights.json","utf8"));
const bags = trainingBags(["mentions-1","mentions-2","mentions-3","mentions-4"], first);
const names=["always","here","english","known","spread","most",...SIGNS,...SIGNS.map((s:string)=>s+" ×c")];
for (const want of process.argv.slice(2)) { const [n,b]=want.split("@");
 for (const bag of bags.filter((x:any)=>x.name===n && (!b||x.batch.startsWith(b)) && !x.meant)) {
  console.log("##",bag.name,bag.batch,bag.language,bag.text.slice(0,150).replaceAll("\n"," "));
  for (const p of bag.places) { const c=[...p].map((v:number,i:number)=>[v*weights[i],i,v] as const).filter(x=>Math.abs(x[0])>.12).sort((a,b)=>Math.abs(b[0])-Math.abs(a[0]));
   const z=[...p].reduce((s:number,v:number,i:number)=>s+v*weights[i],0);
   console.log("  p",(1/(1+Math.exp(-z))).toFixed(2),c.slice(0,16).map(x=>names[x[1]]+"="+x[2].toFixed(2)+":"+x[0].toFixed(2)).join(" | "));}
 }}
