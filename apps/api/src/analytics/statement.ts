import type { ParamValue } from './compile/params.js';

/** A statement for ClickHouse, values as its parameters. */
export interface Statement {
  sql: string;
  params: Record<string, ParamValue>;
}
