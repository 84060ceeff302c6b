import type { ParamValue } from './params.js';

/** A statement for ClickHouse, with its values as parameters. */
export interface Statement {
  sql: string;
  params: Record<string, ParamValue>;
}
