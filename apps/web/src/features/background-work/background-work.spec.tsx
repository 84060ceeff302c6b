import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { file, ownWork } from '../../test/own-work';
import { dana, helen, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const failed = { state: 'failed', reason: 'No figures yet.', endedAt: '2020-07-15T02:00:09.000Z' } as const;
const retrying = {
  state: 'retrying',
  kind: 'evidence',
  askedBy: 'Mei Tran',
  isOwn: false,
  reason: 'The program that makes files does not answer.',
  retryAt: '2020-07-15T02:05:00.000Z',
  tries: [
    { startedAt: '2020-07-15T02:00:01.000Z', endedAt: '2020-07-15T02:00:03.000Z', reason: 'It does not answer.' },
  ],
} as const;

describe('Background work', () => {
  it('lists what failed first, with why, and what runs with its step', async () => {
    portal({ user: helen });
    ownWork({ state: 'running' }, failed, { ...retrying, tries: [...retrying.tries] });
    openAt('/operations/background-work');
    const rows = (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
    expect(rows.map((text) => /^(Failed|Will retry|Running)/.exec(text)?.[1])).toEqual([
      'Failed',
      'Will retry',
      'Running',
    ]);
    expect(rows[0]).toContain('No figures yet.');
    expect(rows[1]).toContain('does not answer. Next try at 15/07/2020 12:05.');
    expect(rows[2]).toContain('Drawing and printing');
    expect(screen.getByRole('button', { name: 'Failed 1' })).toBeVisible();
  });

  it('is narrowed to one’s own, to a state and to words', async () => {
    portal({ user: helen });
    ownWork({ state: 'running' }, { ...retrying, tries: [...retrying.tries] });
    const { user } = openAt('/operations/background-work');
    await screen.findByText('Mei Tran');
    await user.click(screen.getByRole('radio', { name: 'Mine' }));
    await waitFor(() => expect(screen.queryByText('Mei Tran')).toBeNull());
    await user.click(screen.getByRole('radio', { name: 'Everybody’s' }));
    await user.click(await screen.findByRole('button', { name: 'Will retry 1' }));
    await waitFor(() => expect(screen.queryByText('Dana Whitlock')).toBeNull());
    await user.type(screen.getByLabelText('What or who'), 'dana');
    expect(await screen.findByText('Nothing of this kind')).toBeVisible();
  });

  it('opens to its steps and tries, and is stopped or tried again', async () => {
    portal({ user: helen });
    const work = ownWork({ state: 'running' }, { ...retrying, tries: [...retrying.tries] });
    const { user } = openAt('/operations/background-work');
    await user.click(await screen.findByRole('button', { name: /^Steps and tries of Evidence.*, Will retry$/ }));
    expect(await screen.findByText('It does not answer.', { exact: false })).toBeVisible();
    await user.click((await row(/PCM report/)).getByRole('button', { name: /^Stop PCM report/ }));
    await user.click(await screen.findByRole('button', { name: /^Retry.*: Evidence/ }));
    await waitFor(() => expect(work.asked).toEqual(['stop 1', 'retry 2']));
  });

  it('lets a failure be taken in hand with a reason, and lists failures that need nobody apart', async () => {
    portal({ user: helen });
    const settled = { at: '2020-07-15T03:00:00.000Z', reason: null };
    const work = ownWork(
      { ...failed, mayAcknowledge: true },
      {
        ...failed,
        kind: 'salesforceExport',
        about: 'Batch 5',
        settled: { ...settled, how: 'succeeded', by: 'Batch 6' },
      },
    );
    const { user } = openAt('/operations/background-work');
    await user.click(await screen.findByRole('button', { name: /^Acknowledge that PCM report/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Acknowledge this failure?' }));
    await user.click(dialog.getByRole('button', { name: 'Acknowledge' }));
    expect(await dialog.findByText('Say why in a sentence.')).toBeVisible();
    await user.type(dialog.getByLabelText('Why'), 'The plan has no figures yet');
    await user.click(dialog.getByRole('button', { name: 'Acknowledge' }));
    await waitFor(() => expect(work.asked).toEqual(['acknowledge 1 The plan has no figures yet']));
    work.becomes({
      mayAcknowledge: false,
      settled: { ...settled, how: 'acknowledged', by: 'Helen Marsh', reason: 'The plan has no figures yet' },
    });
    await user.click(await screen.findByRole('button', { name: 'Settled 2' }));
    const rows = (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
    expect(rows[0]).toContain('In hand: Helen Marsh, 15/07/2020 13:00. ‘The plan has no figures yet’');
    expect(rows[1]).toContain('Batch 5 Salesforce export');
    expect(rows[1]).toContain('Batch 6 did the same 15/07/2020 13:00.');
    expect(screen.getByRole('button', { name: 'Failed 0' })).toBeVisible();
  });

  it('says why a file did not download, also if it is there no more, and under which reference a change failed', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    portal({ user: helen });
    const work = ownWork({ state: 'done', file }, { state: 'running' });
    server.use(
      http.get('/api/reports/:workId/file', () => {
        work.becomes({ file: null });
        return HttpResponse.json({ message: 'This file is no longer kept.' }, { status: 404 });
      }),
      http.post('/api/work/:workId/:how', () =>
        HttpResponse.json({}, { status: 500, headers: { 'X-Correlation-Id': 'c-1' } }),
      ),
    );
    const { user } = openAt('/operations/background-work?state=done');
    await user.click(await screen.findByRole('button', { name: /^Download PCM report/ }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Download PCM report/ })).toBeNull());
    expect(screen.getByRole('alert')).toHaveTextContent('The file did not download. This file is no longer kept.');
    await user.click(screen.getByRole('button', { name: 'Running 1' }));
    await user.click(await screen.findByRole('button', { name: /^Stop PCM report/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This could not be changed. Please try again.');
    expect(await screen.findByText('c-1')).toBeVisible();
  });

  it('keeps a made document for seven years', async () => {
    portal({ user: helen });
    const work = ownWork({ state: 'done', mayKeep: true, endedAt: '2020-07-15T02:00:09.000Z' });
    const { user } = openAt('/operations/background-work?state=done');
    await user.click(await screen.findByRole('button', { name: /^Keep 7 years: PCM report/ }));
    await waitFor(() => expect(work.asked).toEqual(['keep 1']));
    work.becomes({ mayKeep: false, keptUntil: '2027-07-15T02:00:09.000Z' });
    expect(await screen.findByText(/Kept to 15\/07\/2027/)).toBeVisible();
  });

  it('has no buttons for those who may not change it, and says so if there is none', async () => {
    portal({ user: helen });
    const work = ownWork({ state: 'running', mayChange: false });
    openAt('/operations/background-work');
    await row(/PCM report/);
    expect(screen.queryByRole('button', { name: /^Stop PCM/ })).toBeNull();
    work.becomes({ state: 'done' });
    expect(await screen.findByText('Nothing runs, nothing waits')).toBeVisible();
  });

  it('shows what runs by the clock: when next, when last, whether that was caught up, and how it ended', async () => {
    portal({ user: helen });
    ownWork();
    const run = {
      dueAt: '2020-07-14T15:00:00.000Z',
      startedAt: '2020-07-14T15:00:04.000Z',
      endedAt: '2020-07-14T15:02:04.000Z',
      outcome: 'done',
      said: 'They are equal',
    };
    const clock = { times: 'Every day, 01:00', nextAt: '2020-07-15T15:00:00.000Z' };
    const late = { startedAt: '2020-07-14T21:30:00.000Z', endedAt: '2020-07-14T21:30:01.000Z' };
    server.use(
      http.get('/api/work/clocks', () =>
        HttpResponse.json([
          { ...clock, name: 'The history is compared', run },
          { ...clock, name: 'Old files are deleted', run: { ...run, ...late, outcome: 'failed', said: 'It did not.' } },
          { ...clock, name: 'Months close', run: null },
        ]),
      ),
    );
    openAt('/operations/background-work');
    const table = within(await screen.findByRole('region', { name: 'By the clock' }));
    const rows = (await table.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'The history is comparedEvery day, 01:0016/07/2020 01:0015/07/2020 01:00, 2 minThey are equal',
      'Old files are deletedEvery day, 01:0016/07/2020 01:0015/07/2020 07:30, 1 scaught upFailed. It did not.',
      'Months closeEvery day, 01:0016/07/2020 01:00Not yetNone yet',
    ]);
  });

  it('is not for employers', async () => {
    portal({ user: dana });
    openAt('/operations/background-work');
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  });
});
