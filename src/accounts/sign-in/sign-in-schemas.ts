import * as z from "zod";
import { Email, Password, User, UserName } from "../schemas";

const CurrentPassword = z.string().min(1).max(128);
const AnyEmail = z.email().max(254);

export const SignInBody = z.object({
  email: AnyEmail.describe("The user's email; case is ignored"),
  password: CurrentPassword.describe("The user's password"),
});
export const SignUpBody = z.object({
  email: Email,
  password: Password.describe("The user's password"),
  name: UserName,
});
export const PasswordBody = z.object({
  currentPassword: CurrentPassword.describe("The current password"),
  newPassword: Password.describe("The new password"),
});
export const EmailBody = z.object({ email: AnyEmail.describe("The user's email; case is ignored") });
const MailToken = z.string().min(1).max(100).describe("The token from the mailed link");
export const TokenBody = z.object({ token: MailToken });
export const ResetBody = z.object({ token: MailToken, newPassword: Password.describe("The new password") });
export const ChangeEmailBody = z.object({
  newEmail: AnyEmail.describe("The new email; it takes effect when the link mailed to it is used"),
  password: CurrentPassword.describe("The user's password"),
});
export const OwnPasswordBody = z.object({ password: CurrentPassword.describe("The user's password") });
export const CodeBody = z.object({
  code: z.string().trim().min(1).max(20).describe("A code from the authenticator app, or a backup code"),
});

export const UserResponse = z.object({ user: User });
export const CheckMailResponse = z.object({ status: z.literal("check_mail") });
export const SecondFactorResponse = z.object({
  twoFactorRedirect: z.literal(true),
  twoFactorMethods: z.array(z.literal("totp")),
});
export const TwoFactorSecret = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });
export const BackupCodes = z.object({ backupCodes: z.array(z.string()) });
export const SessionResponse = z
  .object({
    user: User,
    session: z.object({ id: z.string(), expiresAt: z.iso.datetime() }),
    emailVerified: z.boolean(),
    twoFactorEnabled: z.boolean(),
  })
  .nullable();
export const SessionList = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      current: z.boolean(),
      createdAt: z.int(),
      lastUsedAt: z.int(),
      expiresAt: z.int(),
      ipAddress: z.string().nullable(),
      userAgent: z.string().nullable(),
    }),
  ),
});
export const SessionsEnded = z.object({ ended: z.int() });
