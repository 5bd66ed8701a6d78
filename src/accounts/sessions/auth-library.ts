/** The parts of the auth library that we use. Importing its modules directly at run time would bundle all their exports. */
export { betterAuth } from "better-auth/minimal";
export { isAPIError } from "better-auth/api";
export { twoFactor } from "better-auth/plugins/two-factor";
export { drizzleAdapter } from "@better-auth/drizzle-adapter";
