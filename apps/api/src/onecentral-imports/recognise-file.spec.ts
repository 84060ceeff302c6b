import { describe, expect, it } from 'vitest';
import { isAboutTaxFileNumbers, recogniseFile } from './recognise-file.js';

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
const recognise = (name: string, ...lines: string[]) => recogniseFile(name, bytesOf(lines.join('\r\n')));

const snapshots = ['planId,memberId,asAt,totalAssetsOwned', 'P1,001,2026-09-30,10', 'P1,001,31/10/2026,20'];

describe('a file of the inbox', () => {
  it('is recognised by its header, with the newest day of its lines and their number', async () => {
    expect(await recognise('from OneCentral.csv', ...snapshots)).toEqual({
      table: 'memberSnapshots',
      problem: null,
      dataDate: '2026-10-31',
      rows: 2,
    });
  });

  it('of a table by its name must have the header of that table, and is told what its header lacks', async () => {
    expect((await recognise('MemberSnapshots_202610 (1).csv', ...snapshots)).table).toBe('memberSnapshots');
    expect(await recognise('memberSnapshots_202610.csv', 'planId,memberId', 'P1,001')).toMatchObject({
      table: null,
      problem: 'The column asAt of the table Member snapshots is missing. Add it to the file.',
      dataDate: '2026-10-31',
    });
  });

  it.each([
    ['members_20261126.csv', '2026-11-26'],
    ['members-2026-11-26.csv', '2026-11-26'],
    ['members_202611.csv', '2026-11-30'],
    ['members_26112026.csv', '2026-11-26'],
    ['members_1234.csv', null],
    ['members_20261399.csv', null],
  ])('says the day of %s', async (name, day) => {
    expect((await recognise(name, 'x')).dataDate).toBe(day);
  });

  it.each([
    [
      'list.csv',
      ['Pay No,Name', '1,x'],
      'The header fits no table. Correct its columns, or begin its name with the name of its table.',
    ],
    ['list.csv', ['x,y'], 'The first line is not a header: none of its cells is the name of a column.'],
    ['list.xlsx', snapshots, 'Only CSV files are imported.'],
    ['list.csv', [''], 'The file is empty.'],
    [
      'members_202610.csv',
      snapshots,
      'Its name says members, but its header is of member snapshots (memberSnapshots). Rename the file, or correct its header.',
    ],
  ])('is unknown: %s', async (name, lines, problem) => {
    expect(await recognise(name, ...lines)).toMatchObject({ table: null, problem, rows: null });
  });

  it('with tax file numbers is unknown, and known as one whose content must not be kept', async () => {
    const { table, problem } = await recognise('members.csv', 'memberId,tfn', '1,123456782');
    expect([table, isAboutTaxFileNumbers(problem!)]).toEqual([null, true]);
  });

  it('of a known table is left to its import if its lines cannot be read', async () => {
    const broken = await recognise('file.csv', snapshots[0]!, 'P1,"001,2026-09-30,10');
    expect(broken).toMatchObject({ table: 'memberSnapshots', problem: null, rows: null });
  });
});
