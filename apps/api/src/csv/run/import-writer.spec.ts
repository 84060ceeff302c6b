import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Views } from '../../platform/engines.module.js';
import { describe, expect, it } from 'vitest';
import type { GroupTable, RowTable, Run } from '../tables/import-table.js';
import { ImportWriter } from './import-writer.js';

const brokenOff = new Error('The spool broke off.');
/** Each write takes some turns of the loop. */
const slowly = async () => {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
};

describe('an import whose lines cannot be read to their end', () => {
  const writer = () => new ImportWriter({} as Run, {} as Views, new AbortController().signal);

  it('writes nothing after the error is reported, for tables with an event per row', async () => {
    let [begun, ended] = [0, 0];
    const write = async () => {
      begun += 1;
      await slowly();
      ended += 1;
      return 1;
    };
    const lines = async function* () {
      for (let batch = 0; batch < 2; batch += 1)
        yield Array.from({ length: 5_000 }, (_, i) => `id-${batch}-${i}\t[${i},{}]`);
      throw brokenOff;
    };
    const table = { kind: 'rows', table: 'companies', ofMembers: false, write } as unknown as RowTable;
    await expect(writer().write(table, { contiguous: true, lines })).rejects.toBe(brokenOff);
    expect([begun, ended]).toEqual([10_000, 10_000]);
  });

  it.each([true, false])(
    'writes nothing after the error is reported, for tables in groups (contiguous: %s)',
    async (contiguous) => {
      let [begun, ended, reads] = [0, 0, 0];
      const write = async () => {
        begun += 1;
        await slowly();
        ended += 1;
        return true;
      };
      const lines = async function* () {
        reads += 1;
        yield ['a\t{}', 'b\t{}', 'c\t{}'];
        // The first read counts the lines.
        if (contiguous || reads > 1) throw brokenOff;
      };
      const table = { kind: 'groups', table: 'memberSnapshots', sorted: true, write } as unknown as GroupTable;
      await expect(writer().write(table, { contiguous, lines })).rejects.toBe(brokenOff);
      expect(begun).toBeGreaterThan(1);
      expect(ended).toBe(begun);
    },
  );
});
