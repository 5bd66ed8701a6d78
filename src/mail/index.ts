export { mailerOf } from "./mailer";
export { sendLater, type MailClass, type MailOutcome } from "./send-later";
export * from "./core/mails";
export { digestMail, type DigestPart } from "./core/digest-mail";
