import { describe, expect, it } from 'vitest';
import { quotedName, stringLiteral } from './literal.js';
import { readStatement } from './sql-statement.js';

describe('reading the shape of a statement', () => {
  it('finds the format that the query itself asks for', () => {
    expect(readStatement('SELECT 1 FORMAT JSONEachRow').format).toBe('JSONEachRow');
    expect(readStatement('SELECT 1 format CSV SETTINGS max_threads = 1;').format).toBe('CSV');
    expect(readStatement("SELECT 'FORMAT CSV', (SELECT format FROM t)").format).toBeNull();
    expect(readStatement('SELECT 1 AS format FROM t').format).toBeNull();
    expect(readStatement('SELECT 1 -- FORMAT CSV\n/* FORMAT TSV */').format).toBeNull();
  });

  it('collects the placeholders and leaves look-alikes in strings, names and comments alone', () => {
    const sql = `SELECT {a:String}, { b : Array(Enum8('x' = 1)) }, '{c:String}', \`{d:String}\`, "{e:String}" -- {f:String}`;
    expect(readStatement(sql).placeholders).toEqual(['a', 'b']);
  });

  it.each(['SELECT 1; DROP TABLE t', "SELECT ';'; SELECT 2", 'SELECT 1 /* ; */ ; SELECT 2'])(
    'sees the second statement in %s',
    (sql) => expect(readStatement(sql).multiple).toBe(true),
  );

  it.each(['SELECT 1;', 'SELECT 1; -- done', "SELECT 'a;b\\'; c', '''; d'", 'SELECT `a;b`', 'SELECT $x$ ; $x$'])(
    'sees one statement in %s',
    (sql) => expect(readStatement(sql).multiple).toBe(false),
  );

  it('recognises statements that only read', () => {
    expect(readStatement('-- first\n WITH 1 AS x SELECT x').readsOnly).toBe(true);
    expect(readStatement('(SELECT 1) UNION ALL (SELECT 2)').readsOnly).toBe(true);
    expect(readStatement('INSERT INTO t SELECT 1').readsOnly).toBe(false);
    expect(readStatement('ALTER TABLE t DELETE WHERE 1').readsOnly).toBe(false);
  });

  it('splits an insert from the rows that follow it, for any contents', () => {
    const sql = `INSERT INTO a.b (x, "format") FORMAT JSONEachRow\n{"x": "it's; FORMAT {p:String}"}`;
    const { dataInsert, multiple, placeholders } = readStatement(sql);
    expect(dataInsert).toMatchObject({ target: 'INSERT INTO a.b (x, "format")', settings: '', format: 'JSONEachRow' });
    expect(sql.slice(dataInsert!.dataStart)).toBe(`\n{"x": "it's; FORMAT {p:String}"}`);
    expect([multiple, placeholders]).toEqual([false, []]);
  });

  it('keeps the settings of an insert apart, because they go after the file they are read from', () => {
    expect(readStatement('INSERT INTO t SETTINGS a = 1 FORMAT CSV').dataInsert).toMatchObject({
      target: 'INSERT INTO t',
      settings: 'SETTINGS a = 1',
    });
  });

  it('treats inserts of values and of selected rows as plain statements', () => {
    expect(readStatement("INSERT INTO t VALUES (1, ';')").dataInsert).toBeNull();
    expect(readStatement('INSERT INTO t SELECT * FROM u FORMAT Null').dataInsert).toBeNull();
  });
});

describe('quoting', () => {
  it('lets no value end its own literal', () => {
    expect(stringLiteral(`a'b\\c\n\0`)).toBe(`'a\\'b\\\\c\n\\0'`);
    expect(quotedName('a`b\\c')).toBe('`a\\`b\\\\c`');
  });
});
