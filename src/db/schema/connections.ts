import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { account, user } from "./accounts";

/** Apps that registered themselves (RFC 7591). Apps that publish a document about themselves have no row. */
export const oauthClient = sqliteTable(
  "oauth_client",
  {
    id: text("id").primaryKey(),
    /** What the app calls itself. */
    name: text("name").notNull(),
    redirectUris: text("redirect_uris", { mode: "json" }).$type<string[]>().notNull(),
    /** Where the registration came from, in the form that limits use; null once a person has allowed the app something. */
    address: text("address"),
    createdAt: integer("created_at").notNull(),
    /** A registration ends then, unless an app is connected with it. */
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("oauth_client_address").on(table.address, table.createdAt),
    index("oauth_client_expiry").on(table.expiresAt),
  ],
);

/**
 * What a user allowed an app to do in their name. The row has the hashes of the code and the tokens in use; each is SHA-256 in
 * hexadecimal.
 */
export const connection = sqliteTable(
  "connection",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** The id of a registration, or the URL of the app's document. */
    clientId: text("client_id").notNull(),
    clientName: text("client_name").notNull(),
    redirectUri: text("redirect_uri").notNull(),
    scopes: text("scopes", { mode: "json" }).$type<string[]>().notNull(),
    /** JSON array of the domain names that the app is restricted to; null means all that the user reaches. */
    domains: text("domains", { mode: "json" }).$type<string[]>(),
    /** The server that the tokens are for. */
    resource: text("resource").notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
    /** The connection ends then. Each new pair of tokens moves it. */
    expiresAt: integer("expires_at").notNull(),
    codeHash: text("code_hash").notNull(),
    /** The PKCE challenge, S256. */
    codeChallenge: text("code_challenge").notNull(),
    codeExpiresAt: integer("code_expires_at").notNull(),
    codeUsedAt: integer("code_used_at"),
    accessHash: text("access_hash"),
    accessExpiresAt: integer("access_expires_at"),
    /** Of the part that all refresh tokens of the connection share, so that a replaced one is recognized. */
    familyHash: text("family_hash"),
    refreshHash: text("refresh_hash"),
    /** The refresh token that was replaced last, and when. */
    replacedHash: text("replaced_hash"),
    replacedAt: integer("replaced_at"),
  },
  (table) => [
    index("connection_account").on(table.accountId),
    index("connection_user").on(table.userId),
    index("connection_client").on(table.clientId),
    index("connection_expiry").on(table.expiresAt),
    uniqueIndex("connection_code").on(table.codeHash),
    uniqueIndex("connection_access").on(table.accessHash),
    uniqueIndex("connection_family").on(table.familyHash),
  ],
);
