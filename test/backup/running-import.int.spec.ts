import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportSettings } from '@superscope/api/csv/run/import-settings';
import { ImportVisibility } from '@superscope/api/csv/run/import-visibility';
import { EventStore } from '@superscope/event-store/event-store';
import { backup } from '@superscope/local/backup/backup';
import { restore } from '@superscope/local/backup/restore';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startApi } from '../harness/api-server.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { csv, Importing, until } from '../import/importing.js';
import { smallFund } from '../import/small-fund.js';

let importing: Importing;
let folder: string;
beforeAll(async () => {
  importing = await Importing.start();
  folder = mkdtempSync(join(tmpdir(), 'superscope-backup-'));
  for (const table of ['providers', 'platforms', 'plans', 'companies', 'memberCategories', 'members'])
    await importing.import(smallFund[table]!);
});
afterAll(async () => {
  await importing.stop();
  rmSync(folder, { recursive: true, force: true });
});

const months = ['2023-01-31', '2023-02-28', '2023-03-31', '2023-04-30'];
const file = csv('platformId,planId,memberId,asAt,totalAssetsOwned', ...months.map((asAt) => `EAST,P1,001,${asAt},1`));

it('an import interrupted by a backup is resumed after the restore, and new files wait for the read models', async () => {
  const { engines } = importing;
  const store = importing.api.app.get(EventStore);
  const original = store.transact.bind(store) as (...args: unknown[]) => Promise<unknown>;
  let held = false;
  let release!: () => void;
  const gate = new Promise<void>((resolve) => (release = resolve));
  let writes = 0;
  const spy = vi.spyOn(store, 'transact').mockImplementation((async (...args: unknown[]) => {
    if ((args[0] as { category: string }).category === 'memberSnapshots' && ++writes > 2) {
      held = true;
      await gate;
    }
    return original(...args);
  }) as never);
  const importId = (await importing.upload(file)).body.importId!;
  await until('half of the file is written', () => Promise.resolve(held));

  mkdirSync(join(engines.folder, 'keys'));
  writeFileSync(join(engines.folder, 'keys', 'master-key'), engines.masterKey);
  const files = { dataFile: join(folder, 'a-data.tar.gz'), keysFile: join(folder, 'a-keys.tar.gz'), version: '1.0.0' };
  const urls = { eventStoreUrl: engines.urls.eventStore, mongoUrl: engines.urls.mongo, dataDir: engines.folder };
  await backup({ ...files, ...urls });
  spy.mockRestore();
  release();

  await restore({ ...files, dataDir: join(folder, 'restored'), settings: {} });
  const restored = await PortalEngines.beside(join(folder, 'restored'));
  const projector = await restored.projector();
  const api = await startApi(restored);
  const staff = api.client();
  const visibility = api.app.get(ImportVisibility);
  Object.assign(api.app.get(ImportSettings), { waitForReferencesMilliseconds: 100 });
  // The file refers to members, whose read model is not rebuilt yet.
  await expect(visibility.showReferencesOf('memberSnapshots')).rejects.toMatchObject({ status: 503 });
  await projector.start();
  await until('staff can sign in', async () => (await staff.signIn('staff')).status === 200);
  const progress = async () => (await staff.request(`/api/csv/imports/${importId}`)).body as { state?: string };
  await until('the import was carried on to its end', async () => (await progress()).state === 'completed');
  expect(await progress()).toMatchObject({ state: 'completed', rows: 4, written: 4, skipped: 0 });
  await expect(visibility.showReferencesOf('memberSnapshots')).resolves.toBeUndefined();
  await api.stop();
  await projector.stop();
  await restored.stop();
});
