/**
 * Ids in a fund's files are unique per platform only, so the product's id of a plan, company or campaign is the platform's id and the
 * file's id, joined by a dot. Platforms and providers keep their ids.
 */
export const innerId = (platformId: string, outsideId: string): string => `${platformId}.${outsideId}`;

/** The id in the fund's files. */
export const outsideId = (inner: string): string => inner.slice(inner.indexOf('.') + 1);

export const platformOf = (inner: string): string => inner.slice(0, inner.indexOf('.'));

/** The format of an id in a file, which becomes part of stream names and addresses. */
export const outsideIdPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;
