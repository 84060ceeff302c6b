import { addMonths } from '@superscope/domain/calendar-dates';

/** A value of a row: text, a number, or null. Dates are yyyy-MM-dd, and truth is 1 or 0. */
export type RowValue = string | number | null;
export type Row = Readonly<Record<string, unknown>>;
export type RowExpression = (row: Row) => RowValue;

const functions: Readonly<Record<string, (...args: RowValue[]) => RowValue>> = {
  if: (condition, yes, no) => (condition ? yes! : no!),
  multiIf: (...args) => {
    for (let at = 0; at + 1 < args.length; at += 2) if (args[at]) return args[at + 1]!;
    return args.at(-1)!;
  },
  ifNull: (value, other) => value ?? other!,
  greatest: (...args) => args.reduce((a, b) => (a! > b! ? a : b)),
  addMonths: (day, months) => addMonths(String(day), Number(months)),
  toDate: (day) => day!,
};

const tokens = /\s*(>=|<=|!=|=|<|>|\(|\)|,|-?\d+(?:\.\d+)?|'[^']*'|[A-Za-z_]\w*)/y;

/**
 * Compiles the catalogue's SQL about one row, so that a simulation needs no engine. It knows only what the catalogue uses, and throws at
 * anything else.
 */
export function rowExpression(sql: string): RowExpression {
  const parts: string[] = [];
  tokens.lastIndex = 0;
  while (tokens.lastIndex < sql.trimEnd().length) {
    const found = tokens.exec(sql);
    if (!found) throw new Error(`The simulation cannot read '${sql}'. Extend test/attack/budget/row-expression.ts.`);
    parts.push(found[1]!);
  }
  const read = new Reader(sql, parts);
  const whole = read.either();
  read.end();
  return whole;
}

class Reader {
  private at = 0;

  constructor(
    private readonly sql: string,
    private readonly parts: readonly string[],
  ) {}

  end(): void {
    if (this.at < this.parts.length) this.fail();
  }

  either(): RowExpression {
    let left = this.both();
    while (this.takes('OR')) {
      const [a, b] = [left, this.both()];
      left = (row) => Number(Boolean(a(row)) || Boolean(b(row)));
    }
    return left;
  }

  private both(): RowExpression {
    let left = this.compared();
    while (this.takes('AND')) {
      const [a, b] = [left, this.compared()];
      left = (row) => Number(Boolean(a(row)) && Boolean(b(row)));
    }
    return left;
  }

  private compared(): RowExpression {
    const left = this.single();
    if (this.takes('IS')) {
      const isNot = this.takes('NOT');
      if (!this.takes('NULL')) this.fail();
      return (row) => Number((left(row) === null) !== isNot);
    }
    const compare = comparisons[this.parts[this.at] ?? ''];
    if (compare === undefined) return left;
    this.at += 1;
    const right = this.single();
    return (row) => {
      const [a, b] = [left(row), right(row)];
      return a === null || b === null ? null : Number(compare(a, b));
    };
  }

  private single(): RowExpression {
    const part = this.parts[this.at++] ?? this.fail();
    if (part === '(') {
      const inner = this.either();
      if (!this.takes(')')) this.fail();
      return inner;
    }
    if (part.startsWith("'")) return () => part.slice(1, -1);
    if (/^-?\d/.test(part)) return () => Number(part);
    if (this.takes('(')) return this.called(part);
    return (row) => {
      const value = row[part];
      if (value === undefined) throw new Error(`A row has no column '${part}', which '${this.sql}' reads.`);
      return value as RowValue;
    };
  }

  private called(name: string): RowExpression {
    const call = functions[name] ?? this.fail();
    const args = [this.either()];
    while (this.takes(',')) args.push(this.either());
    if (!this.takes(')')) this.fail();
    return (row) => call(...args.map((each) => each(row)));
  }

  private takes(part: string): boolean {
    const isNext = this.parts[this.at] === part;
    if (isNext) this.at += 1;
    return isNext;
  }

  private fail(): never {
    throw new Error(`The simulation cannot read '${this.sql}'. Extend test/attack/budget/row-expression.ts.`);
  }
}

const comparisons: Readonly<Record<string, (a: string | number, b: string | number) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};
