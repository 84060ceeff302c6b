/** Who imports the files that OneCentral leaves in the inbox. It is no account, and nobody signs in as it. */
export const oneCentralImporter = { userId: 'onecentral', username: 'onecentral', name: 'OneCentral inbox' } as const;
