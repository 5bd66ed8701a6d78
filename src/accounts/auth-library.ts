/** What we use of the auth library. Importing its modules themselves at run time would bundle everything that they export. */
export { betterAuth } from "better-auth/minimal";
export { isAPIError } from "better-auth/api";
export { twoFactor } from "better-auth/plugins/two-factor";
export { drizzleAdapter } from "@better-auth/drizzle-adapter";
