export type ParamValue = string | number | readonly string[] | readonly number[];

/** Values travel as ClickHouse query parameters; the text only ever holds their placeholders. */
export class Params {
  readonly values: Record<string, ParamValue> = {};
  private next = 1;

  /** Returns the placeholder. */
  add(value: ParamValue, type: string, name = `p${this.next++}`): string {
    this.values[name] = value;
    return `{${name}:${type}}`;
  }
}
