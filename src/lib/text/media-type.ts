/** The media type of a Content-Type header in lower case, without parameters such as `charset`. */
export const mediaTypeOf = (contentType: string): string => contentType.split(";", 1)[0]!.trim().toLowerCase();
