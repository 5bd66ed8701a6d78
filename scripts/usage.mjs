// What each npm script takes, for Node 20 and before any package is installed. A contract test compares it with package.json.

/** `values`: options with a value. `flags`: options without one. `names`: other arguments, as the usage shows them. */
export const USAGE = {
  start: {
    does: "Runs the service with a demo site. Settings are variables: PORT=8800 STATE_DIR=/tmp/try DEMO=0 npm start",
  },
  test: { does: "Runs every test.", flags: ["long"] },
  check: { does: "Checks format, lint and types, and runs unit and contract tests." },
  fidelity: {
    does: "Renders patterns and applications next to a patient browser.",
    flags: ["unseen", "sealed", "third", "twice", "resume"],
  },
  backup: { does: "Copies the state of npm start to a folder, or back.", flags: ["restore"], names: "<folder>" },
  deploy: { does: "Deploys to Cloudflare.", flags: ["free", "upload", "no-doctor"], values: ["service"] },
  docs: { does: "Generates documents, and the code that follows from the API." },
  client: { does: "Builds the package entry crawlready/client." },
  truth: {
    does: "Compares audits with a second parser.",
    flags: ["unseen", "sealed", "third", "html5lib", "no-render", "compare"],
    names: "[site]",
  },
  mutants: {
    does: "Takes guards out, or changes pure code, and runs the tests that must notice.",
    flags: ["all", "changed"],
    values: ["sample", "seed", "part", "in"],
    names: "[text or revision]",
  },
  fuzz: {
    does: "Sends mutated requests to a service, or runs parsers on generated inputs.",
    flags: ["parsers"],
    values: ["requests", "seed", "area", "replay", "inputs", "minutes", "only"],
  },
  chaos: {
    does: "Kills the service under load and compares what it acknowledged.",
    values: ["kills", "fills", "jumps", "seed", "minutes"],
  },
  soak: {
    does: "Lets the service work for long, and watches what it holds.",
    flags: ["load"],
    values: ["renders", "months", "seed", "minutes", "rate", "out"],
  },
  crawlers: {
    does: "Shows which crawlers public lists have and the catalogue lacks.",
    flags: ["all"],
    names: "[lists]",
  },
  bench: {
    does: "Runs the benchmarks next to their peers.",
    flags: ["long", "compare"],
    values: ["out"],
    names: "[names, or files to compare]",
  },
  examples: { does: "Runs the examples against the real framework or server.", names: "[names]" },
  screenshots: { does: "Takes pictures of the dashboard.", flags: ["docs"], names: "[parts of names]" },
  release: { does: "Runs all tests, stamps the version, commits and tags.", names: "<version>" },
  sim: {
    does: "Simulates the service with seeded faults.",
    flags: ["trace"],
    values: ["seeds", "seed", "from", "area", "hashes", "hostnames"],
  },
  units: { does: "Measures what each piece of work uses of the platform.", flags: ["long"] },
  package: { does: "Makes the npm package in .package." },
};

/** Options whose value is a number. */
const COUNTS = new Set(
  "seeds seed from hostnames sample requests inputs kills fills jumps renders months minutes rate".split(" "),
);

const commandOf = (name) => (name === "start" || name === "test" ? `npm ${name}` : `npm run ${name}`);

/** The usage of a script in two lines. */
function usageOf(name, { does, flags = [], values = [], names = "" }) {
  const parts = [...flags.map((flag) => `[--${flag}]`), ...values.map((value) => `[--${value} …]`), names].filter(
    Boolean,
  );
  return `${commandOf(name)}${parts.length > 0 ? ` -- ${parts.join(" ")}` : ""}\n${does}`;
}

/** Whether a script may run with these arguments: null, or what to print instead and the exit code. */
export function judgeArguments(name, args) {
  const usage = USAGE[name];
  if (!usage) return { code: 2, text: `There is no script ${name}.` };
  if (args.includes("--help") || args.includes("-h")) return { code: 0, text: usageOf(name, usage) };
  const { flags = [], values = [], names } = usage;
  const refused = (why) => ({ code: 2, text: `${why}\n\n${usageOf(name, usage)}` });
  for (let i = 0; i < args.length; i++) {
    const [option, value] = args[i].split(/=(.*)/s);
    const isOption = option.startsWith("-");
    const known = option.slice(2);
    if (!isOption && names !== undefined) continue;
    if (isOption && option.startsWith("--") && flags.includes(known) && value === undefined) continue;
    if (!isOption || !option.startsWith("--") || !values.includes(known))
      return refused(`${commandOf(name)} does not take ${args[i]}.`);
    const given = value ?? args[++i];
    if (given === undefined) return refused(`${option} needs a value.`);
    if (COUNTS.has(known) && !/^\d+(?:\.\d+)?$/.test(given)) return refused(`${option} takes a number, not ${given}.`);
  }
  return null;
}
