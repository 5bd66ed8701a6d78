import { pageCheck } from "../shared/define";
import { inNumber } from "../shared/listed";

export const insecurePasswordForm = pageCheck({
  id: "insecure_password_form",
  severity: "error",
  category: "Security",
  title: "A password field is on an unencrypted page",
  rule: "A password field on an http page.",
  why: "Anyone on the network path can read the password.",
  fix: "Serve the page over https.",
  on: "html",
  test: ({ facts, secure }) =>
    !secure && facts.passwordInputs > 0
      ? {
          found: inNumber(facts.passwordInputs, "password fields over http"),
          expected: "https",
          count: facts.passwordInputs,
        }
      : null,
});
