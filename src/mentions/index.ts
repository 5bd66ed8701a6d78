export { countPrompts, deleteDomainPrompts as deletePrompts } from "./repo/prompts";
