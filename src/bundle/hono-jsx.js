/** What the dashboard uses of `hono/jsx`, which would also bring hooks, streams and a renderer for browsers. */
export { createContext, useContext } from "../../node_modules/hono/dist/jsx/context.js";
