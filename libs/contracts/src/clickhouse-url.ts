/** The address of another database of a ClickHouse server: its path names the database. */
export function urlOfDatabase(url: string, database: string): string {
  const of = new URL(url);
  of.pathname = `/${encodeURIComponent(database)}`;
  return of.toString();
}
