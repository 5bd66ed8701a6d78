import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { user } from "./accounts";

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

/** Mailed links. Each works once. */
export const mailToken = sqliteTable(
  "mail_token",
  {
    /** SHA-256 of the token in hexadecimal. Only the mail contains the token itself. */
    hash: text("hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: ["prove", "reset", "change_email"] }).notNull(),
    /** The recipient's address, which the token proves. */
    email: text("email").notNull(),
    /** The password of a sign-up with a known, unproven email. It applies once the link is used. */
    passwordHash: text("password_hash"),
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
