import * as z from "zod";

/** Sign-in by email and password alone: none of better-auth's forty providers. */
export const socialProviders = {};
export const SocialProviderListEnum = z.string();
