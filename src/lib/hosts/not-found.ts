/** Whether a server says with this status that it has no such page or file. */
export const isNotFound = (status: number | null | undefined): boolean => status === 404 || status === 410;
