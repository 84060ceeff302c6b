import Database from 'libsql';

export type SqlValue = number | string | Buffer | null;
export type Row = unknown[];

/** One SQLite connection with its prepared statements. Every statement runs to its end, so none is open between two calls. */
export class SqliteConnection {
  private readonly db: Database.Database;
  private readonly prepared = new Map<string, Database.Statement>();

  constructor(path: string) {
    this.db = new Database(path);
  }

  exec(sql: string): void {
    this.db.exec(sql);
  }

  pragma(setting: string): void {
    this.db.pragma(setting);
  }

  /** Parameters are passed as one array, because a lone Buffer would be read as named parameters and crash the binding. */
  rows(sql: string, parameters: SqlValue[] = []): Row[] {
    return this.statement(sql, true).all(parameters) as Row[];
  }

  row(sql: string, parameters: SqlValue[] = []): Row | undefined {
    return this.statement(sql, true).get(parameters) as Row | undefined;
  }

  run(sql: string, parameters: SqlValue[] = []): { changes: number; lastInsertRowid: number } {
    return this.statement(sql, false).run(parameters) as { changes: number; lastInsertRowid: number };
  }

  /** Drops the prepared statements of a dropped table, which would otherwise accumulate. */
  forget(table: string): void {
    for (const sql of this.prepared.keys()) if (sql.includes(table)) this.prepared.delete(sql);
  }

  close(): void {
    this.prepared.clear();
    this.db.close();
  }

  private statement(sql: string, reads: boolean): Database.Statement {
    let statement = this.prepared.get(sql);
    if (!statement) {
      statement = this.db.prepare(sql);
      if (reads) statement.raw();
      this.prepared.set(sql, statement);
    }
    return statement;
  }
}
