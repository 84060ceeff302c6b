/** The name of a document whose page reads a view of the past, which its token proves. */
export const documentOfView = (document: string, viewId: string): string => `${document} as of ${viewId}`;

/** The view that a document's page reads; undefined for a document of now. */
export const viewOfDocument = (document: string | undefined): string | undefined =>
  document === undefined ? undefined : /^\S+ as of ([0-9a-f]{8,40})$/.exec(document)?.[1];
