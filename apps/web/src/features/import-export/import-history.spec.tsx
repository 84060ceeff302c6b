import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { server } from '../../test/server';
import { ended, record, fund } from './import-export.fixtures';

describe('The history of imports', () => {
  it('shows who imported which file when, and the outcome', async () => {
    const history = () => [
      record(),
      record({
        importId: 'i2',
        fileName: 'old.csv',
        table: 'providers',
        startedBy: null,
        state: 'failed',
        events: null,
      }),
    ];
    const { user } = fund({ history });
    const shown = within(await screen.findByRole('region', { name: 'History: table' }));
    const first = within(shown.getByRole('row', { name: /plans\.csv/ }));
    await first.findByText('23/11/2026 12:00');
    await first.findByText('Helen Marchetti');
    await first.findByText('200 rows: 198 written, 2 as they were. 199 events');
    within(shown.getByRole('row', { name: /old\.csv/ })).getByText(/then it failed/);
    await user.selectOptions(screen.getByLabelText('Table of the history'), 'providers');
    await waitFor(() => expect(screen.queryAllByText('plans.csv')).toEqual([]));
  });

  it('shows any user’s running import until it has ended', async () => {
    let running = true;
    const history = () => [record(running ? { state: 'running', done: 20, events: 10 } : {})];
    fund({ history });
    const [bar] = await screen.findAllByRole('progressbar', { name: 'Imported of plans.csv' });
    expect(bar).toHaveAttribute('aria-valuetext', '20 of 200 rows · 10 events');
    running = false;
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull(), { timeout: 4_000 });
  });

  it('opens an import with its refused rows', async () => {
    const errors = [{ line: 7, column: null, message: 'This member was erased.' }];
    const { user } = fund({
      history: () => [record({ errorCount: 1 })],
      onProgress: () => ended({ errorCount: 1, errors }),
    });
    const shown = within(await screen.findByRole('region', { name: 'History: table' }));
    await user.click(shown.getByRole('button', { name: 'plans.csv' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'plans.csv' }));
    await dialog.findByText('This member was erased.');
    await dialog.findByText('Helen Marchetti');
  });

  it('opens an import with the rows that count in no figure', async () => {
    const uncounted = { uncountedRows: 3, uncounted: { left: [9, 2], notJoined: [5] } };
    const { user } = fund({
      history: () => [record({ uncountedRows: 3 })],
      onProgress: () => ended(uncounted),
    });
    const shown = within(await screen.findByRole('region', { name: 'History: table' }));
    await shown.findByText('200 rows: 198 written, 2 as they were. 199 events. 3 rows count in no figure');
    await user.click(shown.getByRole('button', { name: 'plans.csv' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'plans.csv' }));
    await dialog.findByText(/3 rows are about members who had left/);
    await dialog.findByRole('button', { name: 'Save lines as CSV' });
  });

  it('that did not load says so, and does not affect imports', async () => {
    const { user } = fund();
    server.use(
      http.get('/api/csv/history', () => HttpResponse.json({ message: 'No' }, { status: 500 }), { once: true }),
    );
    await screen.findByText('The history of imports did not load');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Nothing was imported yet');
  });
});
