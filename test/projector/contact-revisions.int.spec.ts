import { expect, it } from 'vitest';
import { columnsOf } from '@superscope/contracts/read-models/analytics-table';
import { contactRequestTable } from '@superscope/contracts/read-models/contact-requests';
import { startEngine } from '../analytics/query-service.js';

it('the latest status of a contact request counts, in whatever order its events are delivered', async () => {
  const engine = await startEngine();
  const member = '00000000-0000-4000-8000-000000000001';
  const insert = (revision: number, status: string) =>
    engine.client.command({
      query: `INSERT INTO contact_request (${columnsOf(contactRequestTable).join(', ')})
VALUES ('EAST.P1', '${member}', ${revision}, '2024-06-03 00:00:00', '2024-06-03', 'insurance', '${status}', '2024-06-03 00:00:00')`,
    });
  await insert(7, 'Closed');
  // Delivered after the newer event.
  await insert(1, 'Open');
  const answer = await engine.client.query({
    query: 'SELECT status FROM contact_request FINAL',
    format: 'JSONEachRow',
  });
  expect(await answer.json()).toEqual([{ status: 'Closed' }]);
  await engine.stop();
});
