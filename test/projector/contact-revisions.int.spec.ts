import { migrations } from '@superscope/projector/analytics-schema/migrate';
import { contactRevisions } from '@superscope/projector/analytics-schema/migrations/0005-contact-revisions';
import { expect, it } from 'vitest';
import { startEngine } from '../analytics/query-service.js';

it('requests for contact of an earlier schema are kept, and the latest version counts in any order of delivery', async () => {
  const engine = await startEngine();
  const run = async (queries: string[]) => {
    for (const query of queries) await engine.client.command({ query });
  };
  await run(['DROP TABLE contact_request SYNC', ...migrations[1]!.up({ cluster: null })]);
  const member = '00000000-0000-4000-8000-000000000001';
  const insert = (revision: number, status: string) =>
    `INSERT INTO contact_request VALUES ('EAST.P1', '${member}', ${revision}, '2024-06-03 00:00:00', '2024-06-03', 'insurance', '${status}')`;
  await run([insert(1, 'Open')]);
  for (let time = 0; time < 2; time += 1) await run(contactRevisions.up({ cluster: null }));
  // Delivered again after the newer one.
  await run([insert(7, 'Closed'), insert(1, 'Open')]);
  const answer = await engine.client.query({
    query: 'SELECT status FROM contact_request FINAL',
    format: 'JSONEachRow',
  });
  expect(await answer.json()).toEqual([{ status: 'Closed' }]);
  await engine.stop();
});
