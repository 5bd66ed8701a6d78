import { chance } from "../../../src/usage/metered-env.ts";

// Usage is counted and not written down: by chance, a test would see one more statement than another.
chance.random = () => Infinity;
