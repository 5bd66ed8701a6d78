import { writing } from "../../../../src/usage/metered-env.ts";

// Usage is counted and not written down: by writing, a test would see one more statement than another.
writing.random = () => Infinity;
