import type { SchemaStep } from "../../db/object-schema";
import { BrowserBudget } from "../browser/browser-budget";

/** What a render pool is upgraded through. Append steps and never change a released one. */
export const POOL_STEPS: readonly SchemaStep[] = [({ sql }) => BrowserBudget.create(sql)];
