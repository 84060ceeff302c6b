import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { file, ownWork } from '../../test/own-work';
import { dana, helen, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { savedFiles } from '../../test/saved-files';
import { server } from '../../test/server';

const opened = async () => within(await screen.findByRole('dialog', { name: 'Your files' }));

describe('Your files', () => {
  it('are not in the header until there are any', async () => {
    portal({ user: dana });
    openAt('/dashboard');
    await screen.findByRole('button', { name: /user menu/ });
    expect(screen.queryByRole('button', { name: /Your files/ })).toBeNull();
  });

  it('count what is at work, and list it before what is new, failed and old', async () => {
    portal({ user: dana });
    ownWork(
      { state: 'done', endedAt: '2020-07-15T02:00:04.000Z', file: { ...file, isNew: false } },
      { state: 'failed', reason: 'No figures yet.', endedAt: '2020-07-15T02:00:09.000Z' },
      { state: 'done', endedAt: '2020-07-15T02:00:04.000Z', file },
      { state: 'running', progress: { done: 9, total: 24, unit: 'pages' } },
    );
    const { user } = openAt('/dashboard');
    await user.click(await screen.findByRole('button', { name: /Your files.*1\s*at work.*one has failed/ }));
    const files = await opened();
    expect(await files.findByText('1 at work, 1 new')).toBeVisible();
    const lines = files.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines[0]).toContain('Drawing and printing, page 9 of 24');
    expect(lines[1]).toContain('Ready 15/07/2020 12:00 · PDF, 312 kB · kept to 14/08/2020');
    expect(lines[2]).toContain('No figures yet.');
    expect(files.queryByRole('link', { name: 'All background work' })).toBeNull();
  });

  it('open by Alt with F from anywhere, and give the focus back', async () => {
    portal({ user: dana });
    ownWork({ state: 'done', file });
    const { user } = openAt('/dashboard');
    const button = await screen.findByRole('button', { name: /Your files/ });
    await user.keyboard('{Control>}{Alt>}f{/Alt}{/Control}');
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{Alt>}f{/Alt}');
    expect(await (await opened()).findByRole('button', { name: /^Download PCM report/ })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your files' })).toBeNull());
    expect(button).toHaveFocus();
  });

  it('are downloaded, stopped and tried again', async () => {
    const saved = savedFiles();
    portal({ user: helen });
    const work = ownWork({ state: 'done', file }, { state: 'running' }, { state: 'failed', reason: 'No figures yet.' });
    const { user } = openAt('/dashboard');
    await user.click(await screen.findByRole('button', { name: /Your files/ }));
    const files = await opened();
    await user.click(files.getByRole('button', { name: /^Download PCM report/ }));
    await waitFor(() => expect(saved).toEqual(['pcmreport.pdf']));
    await user.click(files.getByRole('button', { name: /^Stop PCM report/ }));
    await user.click(files.getByRole('button', { name: /^Retry: PCM report/ }));
    await waitFor(() => expect(work.asked).toEqual(['stop 2', 'retry 3']));
    expect(files.getByRole('link', { name: 'All background work' })).toHaveAttribute(
      'href',
      '/operations/background-work',
    );
  });

  it('are kept for seven years by those who may', async () => {
    portal({ user: helen });
    const work = ownWork({ state: 'done', file, mayKeep: true }, { state: 'done', file });
    const { user } = openAt('/dashboard');
    await user.click(await screen.findByRole('button', { name: /Your files/ }));
    const files = await opened();
    await user.click(files.getByRole('button', { name: /^Keep 7 years: PCM report/ }));
    await waitFor(() => expect(work.asked).toEqual(['keep 1']));
  });

  it('say once until when somebody keeps them', async () => {
    portal({ user: helen });
    const keptUntil = '2027-07-15T02:00:00.000Z';
    ownWork({ state: 'done', endedAt: '2020-07-15T02:00:04.000Z', keptUntil, file: { ...file, keptUntil } });
    const { user } = openAt('/dashboard');
    await user.click(await screen.findByRole('button', { name: /Your files/ }));
    const line = (await opened()).getByRole('listitem');
    expect(line).toHaveTextContent('Ready 15/07/2020 12:00. Kept to 15/07/2027 · PDF, 312 kB');
    expect(line).not.toHaveTextContent('kept to');
  });

  it('say under which reference a change failed', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    portal({ user: dana });
    ownWork({ state: 'running' });
    server.use(
      http.post('/api/work/:workId/:how', () =>
        HttpResponse.json({}, { status: 500, headers: { 'X-Correlation-Id': 'c-1' } }),
      ),
    );
    const { user } = openAt('/dashboard');
    await user.click(await screen.findByRole('button', { name: /Your files/ }));
    const files = await opened();
    await user.click(files.getByRole('button', { name: /^Stop PCM report/ }));
    expect(await files.findByRole('alert')).toHaveTextContent('This could not be changed. Please try again.');
    expect(await files.findByText('c-1')).toBeVisible();
  });
});
