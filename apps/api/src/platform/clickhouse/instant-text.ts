/** Instants are kept in two forms: as ClickHouse writes them, and as ISO text. */
export const clickhouseText = (iso: string): string => iso.replace('T', ' ').replace('Z', '');
export const isoText = (stored: string): string => `${stored.replace(' ', 'T')}Z`;
