/** The fewest characters of an operator's token that nobody can guess. */
export const LEAST_TOKEN_LENGTH = 24;

/** Whether an operator's token is so short that only a local service accepts it. */
export const isShortToken = (token: string): boolean => token.trim().length < LEAST_TOKEN_LENGTH;
