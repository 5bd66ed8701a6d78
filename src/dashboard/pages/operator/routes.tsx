import { Hono } from "hono";
import { limitWrongToken } from "../../../accounts";
import { claimOf } from "../../../http/require-operator";
import { appPath } from "../../../lib/hosts/page-paths";
import { log } from "../../../lib/text/log";
import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import { ApiProblem } from "../../server/read";
import { readFields } from "../../server/read-fields";
import { healthPage } from "./health-page";
import { dropLetters, letterPage, lettersPage, requeueLetters } from "./letters-page";
import { operatorLogPage } from "./log-page";
import type { OperatorEnv } from "./operator-api";
import { asOperator, closeOperatorSessions, openOperatorSession, requiredToken } from "./session";
import { TOKEN, TokenForm } from "./sign-in";
import { usagePage } from "./usage-page";

const entrance = (status?: number) => ({ title: "Operator", plain: true, status });

/** `/app/operator`: for whoever has the operator's token. Accounts have no part in it. */
export const operatorPages = new Hono<OperatorEnv>()
  .get("/sign-in", (c) => {
    requiredToken(c);
    return page(c, entrance(), <TokenForm />);
  })
  .post("/sign-in", async (c) => {
    requiredToken(c);
    const { token } = readFields(await readForm(c), TOKEN);
    return submit(c, {
      send: async () => {
        if ((await claimOf(c.env, token.trim())) !== "right") {
          await limitWrongToken(c.env, c.req.raw, c.get("requestId"));
          throw new ApiProblem(401, "invalid_credentials", "This is not the operator's token.", {});
        }
        await openOperatorSession(c, Date.now());
        log("info", "operator_signed_in", { requestId: c.get("requestId") });
      },
      done: () => ({ to: appPath("operator") }),
      again: (problem) => page(c, entrance(problem.status), <TokenForm problem={problem} />),
    });
  })
  .post("/sign-out", async (c) => {
    requiredToken(c);
    await closeOperatorSessions(c, Date.now());
    return c.redirect(appPath("operator/sign-in"), 303);
  })
  .use(asOperator())
  .get("/", healthPage)
  .get("/dead-letters", lettersPage)
  .get("/dead-letters/:id", letterPage)
  .post("/dead-letters/requeue", requeueLetters)
  .post("/dead-letters/drop", dropLetters)
  .get("/usage", usagePage)
  .get("/log", operatorLogPage);
