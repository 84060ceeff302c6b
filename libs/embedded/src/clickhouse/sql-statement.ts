/** The properties of a statement that the front needs before the engine runs it. */
export type Statement = {
  /** First word, upper-case: SELECT, INSERT, SET, ... Empty for an empty text. */
  verb: string;
  /** Names used in `{name:Type}` placeholders. */
  placeholders: string[];
  /** The format named by a FORMAT clause; for an INSERT, the format of its data. */
  format: string | null;
  /** True when a second statement follows a semicolon: the HTTP interface takes one statement per request. */
  multiple: boolean;
  /** True when the statement only reads, so that running it twice is harmless. */
  readsOnly: boolean;
  /** True for SET, USE and temporary tables, whose effect would outlive the request in its session. */
  changesSession: boolean;
  /** An INSERT whose rows follow the statement as data. */
  dataInsert: DataInsert | null;
};

/** `INSERT INTO t (a, b)`, its settings, and where in the text the rows start. */
export type DataInsert = { target: string; settings: string; format: string; dataStart: number };

type Token = { kind: 'word' | 'quoted' | 'symbol' | 'placeholder'; text: string; start: number; end: number };

const READING = new Set(['SELECT', 'WITH', 'FROM', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'EXISTS', '(']);

/** Reads a statement's shape without understanding it: strings, quoted names, comments and brackets are skipped over. */
export function readStatement(sql: string): Statement {
  const placeholders = new Set<string>();
  let verb = '';
  let format: string | null = null;
  let multiple = false;
  let ended = false;
  let depth = 0;
  let inserts = false;
  let selects = false;
  let temporary = false;
  let settingsStart = -1;
  let formatIsLast = false;
  let pending: Token | null = null;

  const shape = () => ({
    verb,
    placeholders: [...placeholders],
    format,
    multiple,
    changesSession: verb === 'SET' || verb === 'USE' || (verb === 'CREATE' && temporary),
  });

  for (const token of tokens(sql)) {
    if (ended) {
      multiple = true;
      break;
    }
    const word = token.kind === 'word' ? token.text.toUpperCase() : token.text;
    if (verb === '' && token.kind !== 'placeholder') verb = word;
    if (token.kind === 'placeholder') placeholders.add(token.text);
    if (token.kind === 'symbol') {
      if ('([{'.includes(token.text)) depth++;
      else if (')]}'.includes(token.text)) depth--;
      else if (token.text === ';') ended = true;
      pending = null;
      continue;
    }
    if (depth > 0) continue;
    if (token.kind === 'word' && pending?.text === 'FORMAT') {
      format = token.text;
      if (inserts && !selects) {
        const head = settingsStart >= 0 ? settingsStart : pending.start;
        const target = sql.slice(0, head).trimEnd();
        const settings = settingsStart >= 0 ? sql.slice(settingsStart, pending.start).trimEnd() : '';
        const dataInsert = { target, settings, format, dataStart: token.end };
        return { ...shape(), readsOnly: false, dataInsert };
      }
      pending = null;
      continue;
    }
    if (token.kind === 'word') {
      if (word === 'INSERT') inserts = true;
      if (word === 'SELECT') selects = true;
      if (word === 'TEMPORARY') temporary = true;
      if (word === 'SETTINGS' && inserts && settingsStart < 0) settingsStart = token.start;
      // `SELECT 1 AS format FROM t` names no format: the clause is followed only by SETTINGS, INTO or the end.
      if (format !== null && !formatIsLast) {
        formatIsLast = word === 'SETTINGS' || word === 'INTO';
        if (!formatIsLast) format = null;
      }
      pending = word === 'FORMAT' ? { ...token, text: 'FORMAT' } : null;
    }
  }
  return { ...shape(), readsOnly: READING.has(verb) && !inserts, dataInsert: null };
}

const SPACE = /\s+/y;
const LINE_COMMENT = /(?:--|#[ !])[^\n]*/y;
const BLOCK_COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/y;
const QUOTED = /'(?:[^'\\]+|\\[\s\S]|'')*'?|"(?:[^"\\]+|\\[\s\S]|"")*"?|`(?:[^`\\]+|\\[\s\S]|``)*`?/y;
const HEREDOC = /\$(\w*)\$[\s\S]*?\$\1\$/y;
const PLACEHOLDER = /\{\s*(\w+)\s*:[^{}]*\}/y;
const WORD = /[\p{L}\p{N}_$]+/uy;

function* tokens(sql: string): Generator<Token> {
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(sql);
  };
  while (at < sql.length) {
    const skipped = match(SPACE) ?? match(LINE_COMMENT) ?? match(BLOCK_COMMENT);
    if (skipped) {
      at += skipped[0].length;
      continue;
    }
    const start = at;
    const placeholder = match(PLACEHOLDER);
    const quoted = placeholder ? null : (match(QUOTED) ?? match(HEREDOC));
    const word = placeholder || quoted ? null : match(WORD);
    const found = placeholder ?? quoted ?? word;
    at += found ? found[0].length : 1;
    if (placeholder) yield { kind: 'placeholder', text: placeholder[1]!, start, end: at };
    else if (quoted) yield { kind: 'quoted', text: '', start, end: at };
    else if (word) yield { kind: 'word', text: word[0], start, end: at };
    else yield { kind: 'symbol', text: sql[start]!, start, end: at };
  }
}
