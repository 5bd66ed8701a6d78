export { mailerOf } from "./mailer";
export { sendLater } from "./send-later";
export * from "./core/mails";
