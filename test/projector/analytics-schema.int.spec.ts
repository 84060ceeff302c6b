import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, migrations, projectedTables } from '@superscope/projector/analytics-schema/migrate';
import { PortalEngines } from '../harness/portal-engines.js';

const plain = { cluster: null };

describe('the analytics tables', () => {
  let engines: PortalEngines;
  beforeAll(async () => (engines = await PortalEngines.start()), 60_000);
  afterAll(() => engines.stop());

  const keptOverAPowerCut = async (suffix = '') => {
    const tables = await engines.rows<{ name: string; made: string }>(
      'SELECT name, create_table_query AS made FROM system.tables WHERE database = currentDatabase()',
    );
    const isKept = ({ made }: { made: string }) =>
      ['fsync_after_insert = 1', 'fsync_part_directory = 1'].every((setting) => made.includes(setting));
    const kept = new Set(tables.filter(isKept).map(({ name }) => name));
    return projectedTables.filter((table) => kept.has(`${table}${suffix}`));
  };

  it('flush rows to disk before an insert is acknowledged, as do a rebuild’s tables', async () => {
    expect(await keptOverAPowerCut()).toEqual(projectedTables);
    const rebuilt = engines.target('_rebuild');
    await rebuilt.clear();
    expect(await keptOverAPowerCut('_rebuild')).toEqual(projectedTables);
    await rebuilt.drop();
  });

  it('of an earlier version are migrated in place with their rows', async () => {
    for (const { down } of migrations.slice(3).toReversed())
      for (const query of down(plain)) await engines.clickhouse.command({ query });
    await engines.clickhouse.command({ query: 'DELETE FROM schema_migration WHERE id > 3' });
    const revision = { member_id: '11111111-1111-4111-8111-111111111111', revision: 1 };
    await engines.clickhouse.insert({ table: 'member_event', values: [revision], format: 'JSONEachRow' });
    expect(await migrate(engines.clickhouse, plain)).toEqual([
      '0004-rows-over-a-power-cut',
      '0005-contact-revisions',
      '0006-days-before-1970',
      '0007-editions',
    ]);
    expect(await keptOverAPowerCut()).toEqual(projectedTables);
    expect(await engines.rows('SELECT member_id, toUInt32(revision) AS revision FROM member_event')).toEqual([
      revision,
    ]);
    expect(await migrate(engines.clickhouse, plain)).toEqual([]);
  });
});
