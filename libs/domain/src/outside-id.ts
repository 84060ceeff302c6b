/**
 * Ids that come from a fund's files are unique per platform only, so the product's own id of a plan, company or campaign
 * is the platform's id and the file's id, joined by a dot. Platforms and providers keep their own id.
 */
export const innerId = (platformId: string, outsideId: string): string => `${platformId}.${outsideId}`;

/** The id as the fund's files know it. */
export const outsideId = (inner: string): string => inner.slice(inner.indexOf('.') + 1);

export const platformOf = (inner: string): string => inner.slice(0, inner.indexOf('.'));

/** What an id in a file may look like: it becomes part of a stream's name and of addresses. */
export const outsideIdPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;
