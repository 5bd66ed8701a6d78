/** The router of better-auth. Our own routes call its functions, so its request handler is never asked. */
export const createRouter = (): object => ({});
export const addRoute = (): void => undefined;
export const findRoute = (): undefined => undefined;
export const findAllRoutes = (): never[] => [];
