import express from "express";
import { crawlready } from "./crawlready.mjs";
import { site } from "./site.mjs";

const app = express();
app.use(crawlready); // before the routes
app.use(site);
app.listen(Number(process.env.PORT ?? 3000), process.env.HOST);
