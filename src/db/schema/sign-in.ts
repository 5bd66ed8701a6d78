import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { account, user } from "./accounts";

/** The auth library's table of second factors. It stores the secret and the codes encrypted with AUTH_SECRET. */
export const twoFactor = sqliteTable(
  "two_factor",
  {
    id: text("id").primaryKey(),
    secret: text("secret").notNull(),
    backupCodes: text("backup_codes").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** False until the first correct code from the app. */
    verified: integer("verified", { mode: "boolean" }).notNull().default(true),
    failedVerificationCount: integer("failed_verification_count").notNull().default(0),
    lockedUntil: integer("locked_until", { mode: "timestamp_ms" }),
  },
  (table) => [index("two_factor_user").on(table.userId)],
);

/**
 * Pending members of accounts. They become users only when they accept. Until then the address stays free for other accounts,
 * and the inviting account does not learn whether it has a user.
 */
export const invitation = sqliteTable(
  "invitation",
  {
    /** Becomes the user's id when the invitation is accepted. */
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    name: text("name").notNull(),
    passwordHash: text("password_hash").notNull(),
    role: text("role", { enum: ["owner", "member"] }).notNull(),
    domains: text("domains", { mode: "json" }).$type<string[]>(),
    /** SHA-256 of the token in the last mail, hexadecimal; null if no mail was sent. */
    tokenHash: text("token_hash"),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    uniqueIndex("invitation_in_account").on(table.accountId, table.email),
    index("invitation_email").on(table.email),
    index("invitation_token").on(table.tokenHash),
    index("invitation_expiry").on(table.expiresAt),
  ],
);

/** Mailed links. Each works once. */
export const mailToken = sqliteTable(
  "mail_token",
  {
    /** SHA-256 of the token in hexadecimal. Only the mail contains the token itself. */
    hash: text("hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: ["prove", "claim", "reset", "change_email"] }).notNull(),
    /** The address that the mail went to, which the token proves. */
    email: text("email").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("mail_token_user").on(table.userId), index("mail_token_expiry").on(table.expiresAt)],
);

/** Mails of a service that prints them instead of sending them, for local use. */
export const printedMail = sqliteTable(
  "printed_mail",
  {
    id: text("id").primaryKey(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html").notNull(),
    at: integer("at").notNull(),
  },
  (table) => [index("printed_mail_at").on(table.at)],
);
