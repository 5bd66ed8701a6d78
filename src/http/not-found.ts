import { ApiError } from "../errors/api-error";

/** Matches a route pattern (`/a/:id/b`) against a path, segment by segment. */
function matches(pattern: string, path: string): boolean {
  const want = pattern.split("/");
  const have = path.split("/");
  return (
    want.length === have.length &&
    want.every((segment, i) => (segment.startsWith(":") ? have[i] !== "" : segment === have[i]))
  );
}

interface Routed {
  routes: ReadonlyArray<{ method: string; path: string }>;
}

/** Methods that are registered for this path; empty if the path is unknown. */
export function methodsAt({ routes }: Routed, path: string): string[] {
  const methods = routes
    .filter((route) => route.method !== "ALL" && !route.path.includes("*") && matches(route.path, path))
    .map((route) => route.method);
  return [...new Set(methods)].sort();
}

/** A 405 error with `Allow` if the path exists with other methods, otherwise 404. */
export function unknownRoute(app: Routed, method: string, path: string): ApiError {
  const allowed = methodsAt(app, path);
  if (allowed.length === 0)
    return new ApiError("not_found", `Nothing is served at ${path.slice(0, 200)}; see /docs for the endpoints.`);
  const message = `${method} is not supported here; use ${allowed.join(" or ")}.`;
  return new ApiError("method_not_allowed", message, {}, { allow: allowed.join(", ") });
}
