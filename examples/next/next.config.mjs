import path from "node:path";

/** Only the example needs this, because it lies in a repository with packages of its own. */
export default { turbopack: { root: path.resolve(import.meta.dirname) }, skipTrailingSlashRedirect: true };
