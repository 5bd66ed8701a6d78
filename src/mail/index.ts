export { mailerOf } from "./mailer";
export { sendLater, type MailClass } from "./send-later";
export * from "./core/mails";
export { digestMail, type DigestPart } from "./core/digest-mail";
