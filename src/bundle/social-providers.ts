import * as z from "zod";

/** We only support sign-in by email and password, so none of better-auth's forty providers is bundled. */
export const socialProviders = {};
export const SocialProviderListEnum = z.string();
