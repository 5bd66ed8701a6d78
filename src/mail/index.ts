export { mailerOf } from "./mailer";
export { sendLater, trySending, type MailClass, type MailOutcome } from "./send-later";
export * from "./core/mails";
export { digestMail, type DigestPart } from "./core/digest-mail";
