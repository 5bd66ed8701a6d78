/** better-auth's JSON Web Tokens, for sign-in by other providers and caches in cookies. We use neither: every token is refused. */
function refuse(): never {
  throw new Error("JSON Web Tokens are left out of the bundle (src/bundle/jose.ts)");
}

export class JWTExpired extends Error {}
export const errors = { JWTExpired };
export const base64url = { encode: refuse, decode: refuse };
export const customFetch = Symbol();
export {
  refuse as EncryptJWT,
  refuse as SignJWT,
  refuse as UnsecuredJWT,
  refuse as calculateJwkThumbprint,
  refuse as createLocalJWKSet,
  refuse as createRemoteJWKSet,
  refuse as decodeProtectedHeader,
  refuse as importJWK,
  refuse as importPKCS8,
  refuse as jwtDecrypt,
  refuse as jwtVerify,
};
