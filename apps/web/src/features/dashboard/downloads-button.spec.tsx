import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dana, helen, kestrel, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { file, ownWork } from '../../test/own-work';
import { savedFiles } from '../../test/saved-files';
import { server } from '../../test/server';
import { safeFileName } from './downloads.api';

const asFile = (name: string) => ({
  headers: { 'Content-Disposition': `attachment; filename="x"; filename*=UTF-8''${encodeURIComponent(name)}` },
});
/** The panel of the header's button. A press on a file closes it. */
async function downloads(user: ReturnType<typeof openAt>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Downloads' }));
  return within(await screen.findByRole('dialog', { name: 'Downloads' }));
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('The downloads', () => {
  it('have the policy committee report made for staff, and open the newest one and the preview', async () => {
    const saved = savedFiles();
    portal({ user: helen, plans: [{ id: kestrel.id, name: kestrel.name }] });
    const work = ownWork({ state: 'done', kind: 'policyCommitteeReport', file });
    server.use(
      http.get('/api/plans/T.K1/reports/result', ({ request }) =>
        new URL(request.url).searchParams.has('resultId')
          ? HttpResponse.text('%PDF-', asFile('PolicyCommitteeReport.pdf'))
          : HttpResponse.json([
              {
                id: 'r1',
                generated: '2020-07-15T02:00:00Z',
                start: '2019-06-30',
                end: '2020-06-30',
                template: 'DEFAULT',
              },
            ]),
      ),
    );
    const { user } = openAt('/dashboard?plan=T.K1');
    await user.click((await downloads(user)).getByRole('button', { name: /^Policy committee report/ }));
    await waitFor(() => expect(saved).toEqual(['pcmreport.pdf']));
    expect(work.asked).toEqual([
      { kind: 'policyCommitteeReport', planId: 'T.K1', companyId: null, engagedOnly: false },
    ]);
    await user.click((await downloads(user)).getByRole('button', { name: 'Newest of 15/07/2020' }));
    await waitFor(() => expect(saved).toEqual(['pcmreport.pdf', 'PolicyCommitteeReport.pdf']));
    expect((await downloads(user)).getByRole('link', { name: /^Preview/ })).toHaveAttribute(
      'href',
      '/playwright/pcr/pdf/T.K1',
    );
  });

  it('fetch the newest policy committee report once until it is there', async () => {
    const saved = savedFiles();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    portal({ user: helen, plans: [{ id: kestrel.id, name: kestrel.name }] });
    server.use(
      http.get('/api/plans/T.K1/reports/result', async ({ request }) => {
        const generated = '2020-07-15T02:00:00Z';
        const report = { id: 'r1', generated, start: '2019-06-30', end: '2020-06-30', template: 'DEFAULT' };
        if (!new URL(request.url).searchParams.has('resultId')) return HttpResponse.json([report]);
        await held;
        return HttpResponse.text('%PDF-', asFile('PolicyCommitteeReport.pdf'));
      }),
    );
    const { user } = openAt('/dashboard?plan=T.K1');
    const newest = { name: 'Newest of 15/07/2020' };
    await user.click(await (await downloads(user)).findByRole('button', newest));
    const again = await (await downloads(user)).findByRole('button', newest);
    expect(again).toBeDisabled();
    release();
    await waitFor(() => expect(saved).toEqual(['PolicyCommitteeReport.pdf']));
    expect(again).toBeEnabled();
  });

  it('have no policy committee report for employers', async () => {
    portal({ user: dana });
    const { user } = openAt('/dashboard');
    const panel = await downloads(user);
    await panel.findByRole('button', { name: /Analytics data/ });
    expect(panel.queryByRole('button', { name: /^Policy committee report/ })).toBeNull();
  });

  it('save the plan’s figures as a spreadsheet named after it', async () => {
    const saved = savedFiles();
    portal({ user: dana });
    server.use(
      http.get('/api/plans/T.K1/analyticsSummaryCsv', () => HttpResponse.text('Plan', asFile(`${kestrel.name}.csv`))),
    );
    const { user } = openAt('/dashboard');
    await user.click((await downloads(user)).getByRole('button', { name: /Analytics data/ }));
    await waitFor(() => expect(saved).toEqual([`${kestrel.name}.csv`]));
  });

  it('say why a download failed, in the server’s words', async () => {
    savedFiles();
    portal({ user: dana });
    server.use(
      http.get('/api/plans/T.K1/analyticsSummaryCsv', () =>
        HttpResponse.json({ message: 'The query took too long.' }, { status: 504 }),
      ),
    );
    const { user } = openAt('/dashboard');
    await user.click((await downloads(user)).getByRole('button', { name: /Analytics data/ }));
    expect(await screen.findByText(/The analytics data did not download\. The query took too long\./)).toBeVisible();
  });

  it('save a single flyer directly, and let people choose from several', async () => {
    const saved = savedFiles();
    const asked: string[] = [];
    server.use(
      http.get('/api/plan/download/:file', ({ params, request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.text('%PDF-', asFile(String(params['file'])));
      }),
    );
    portal({ user: dana, plan: { ...kestrel, files: ['Plan details.pdf'] } });
    const { user, unmount } = openAt('/dashboard');
    await user.click((await downloads(user)).getByRole('button', { name: /Plan details flyer/ }));
    await waitFor(() => expect(saved).toEqual(['Plan details.pdf']));
    expect(asked).toEqual(['?planId=T.K1']);
    unmount();

    portal({ user: dana, plan: { ...kestrel, files: ['Insurance.pdf', 'Plan details.pdf'] } });
    const again = openAt('/dashboard');
    await again.user.click((await downloads(again.user)).getByRole('button', { name: /2 files to choose from/ }));
    await again.user.click(await screen.findByRole('menuitem', { name: 'Insurance.pdf' }));
    await waitFor(() => expect(saved.at(-1)).toBe('Insurance.pdf'));
  });

  it('say that there is no flyer, and name the relationship manager', async () => {
    portal({ user: dana, plan: { ...kestrel, relationshipManager: 'Tom Winterbourne' } });
    const { user } = openAt('/dashboard');
    const card = await downloads(user);
    expect(await card.findByText('None for this plan yet')).toBeVisible();
    expect(await card.findByText('Tom Winterbourne')).toBeVisible();
    expect(card.queryByRole('button', { name: 'Manage flyers' })).toBeNull();
  });

  it('let staff upload and remove flyers, and show the server’s refusals', async () => {
    const sent: string[] = [];
    sessionStorage.setItem('currentPlan', JSON.stringify({ id: kestrel.id, name: kestrel.name }));
    portal({ user: helen, plan: { ...kestrel, files: ['Old.pdf'] } });
    server.use(
      http.post('/api/plan/T.K1/flyers', async ({ request }) => {
        sent.push((await request.text()).match(/filename="([^"]*)"/)?.[1] ?? '');
        return sent.length > 1
          ? HttpResponse.json({ message: 'The file is not a PDF.' }, { status: 400 })
          : HttpResponse.json({ notices: ['Its signature was removed: nobody has signed what is kept.'] });
      }),
      http.delete('/api/plan/T.K1/flyers/:file', ({ params }) => {
        sent.push(`removed ${String(params['file'])}`);
        return HttpResponse.json({});
      }),
    );
    const { user } = openAt('/dashboard');
    await user.click((await downloads(user)).getByRole('button', { name: 'Manage flyers' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Plan details flyers' }));
    const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')!;
    await user.upload(input, new File(['%PDF-'], 'Plan: v1.2.pdf', { type: 'application/pdf' }));
    expect(await dialog.findByText('Flyer uploaded.')).toBeVisible();
    expect(dialog.getByText(/^Its signature was removed/)).toBeVisible();
    await user.upload(input, new File(['x'], 'b.pdf', { type: 'application/pdf' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The file is not a PDF.');
    expect(dialog.queryByText(/^Its signature was removed/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Remove Old.pdf' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await dialog.findByText('Flyer removed.')).toBeVisible();
    expect(sent.at(-1)).toBe('removed Old.pdf');
  });
});

it('A flyer’s name keeps only the safe characters of the file’s', () => {
  expect(safeFileName('Plan details v1.2.pdf')).toBe('Plan details v1-2.pdf');
  expect(safeFileName('../Über uns (2026).PDF')).toBe('Uber uns (2026).pdf');
  expect(safeFileName('日本.pdf')).toBe('Flyer.pdf');
});
