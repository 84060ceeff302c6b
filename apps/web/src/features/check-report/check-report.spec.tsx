import type { FiguresCheck, ReportCheck } from '@superscope/contracts/report-check';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dropFiles } from '../../test/drop-files';
import { dana, helen, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

const page = '/audit/check-report';
const mei = withRights({ username: 'mei', name: 'Mei Tran', role: 'Auditor', planId: null });
const workId = '00000000-0000-4000-8000-000000000031';
const report: NonNullable<ReportCheck['report']> = {
  workId,
  kind: 'policyCommitteeReport',
  code: 'KF3T9X1BQQ22',
  planId: 'T.K1',
  planName: 'Kestrel Freight Group Super Plan',
  companyName: 'Kestrel Freight Group Pty Ltd',
  madeAt: '2026-10-14T04:40:00.000Z',
  by: 'Helen Marchetti',
  start: '2025-09-30',
  end: '2026-09-30',
  engagedOnly: false,
  position: '4211906338-4211906301',
  pages: 24,
  recordedBy: '2026-10-14T04:39:12.000Z',
  figuresSha256: '77e2'.repeat(16),
  sha256: `9f3ca1e7${'0'.repeat(52)}77e2`,
  fileKept: true,
  moment: null,
};
const genuine: ReportCheck = { report, unchanged: 'yes', edited: [], pagesCompared: false, figures: 'kept' };
const making: FiguresCheck = {
  state: 'running',
  phase: 'deriving',
  done: 40,
  total: 80,
  ahead: 0,
  problem: null,
  tookMs: null,
  compared: null,
};
const same = {
  count: 214,
  asPrinted: 18,
  differing: [],
  now: [],
  changes: [],
  leftOut: { differing: 0, now: 0 },
};
const done: FiguresCheck = { ...making, state: 'ready', phase: null, tookMs: 2800, compared: same };

/** A server that finds this; records what was asked of it. */
/** What it answers of the figures, one after another; the last one stands until a test adds the next. */
function checking(found: ReportCheck | Response, figures: FiguresCheck[] = [done], user = mei) {
  const asked: string[] = [];
  portal({ user });
  let at = 0;
  const next = () => HttpResponse.json(figures[Math.min(at++, figures.length - 1)]);
  server.use(
    http.post('/api/reports/check', async ({ request }) => {
      const code = new URL(request.url).searchParams.get('code');
      const file = code === null ? ((await request.formData()).get('file') as File | null) : null;
      asked.push(code ?? `file ${file?.name}`);
      return found instanceof Response ? found : HttpResponse.json(found);
    }),
    http.post(`/api/reports/${workId}/check`, next),
    http.get(`/api/reports/${workId}/check`, next),
  );
  return asked;
}
async function opened() {
  const { user } = openAt(page);
  await screen.findByRole('heading', { name: 'Check a report', level: 1 });
  const byCode = async (code = 'kf3t 9x1b qq22') => user.type(screen.getByLabelText(/^Or its code/), `${code}{Enter}`);
  return { user, byCode };
}
const result = async () => within(await screen.findByRole('region', { name: 'What came out' }));

describe('Checking a report', () => {
  it('is in the Audit menu of an Auditor', async () => {
    checking(genuine);
    await opened();
    const menu = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(menu.getByRole('link', { name: 'Check a report' })).toHaveAttribute('href', page);
  });

  it('is found by consultants and staff among the reports, and by an employer beside the PCM report', async () => {
    portal({ user: helen });
    openAt(page);
    const entries = async () => {
      await screen.findByRole('heading', { name: 'Check a report', level: 1 });
      return within(screen.getByRole('navigation', { name: 'Main' })).queryAllByRole('link', {
        name: 'Check a report',
      });
    };
    expect(await entries()).toEqual([]);
    cleanup();
    portal({ user: dana });
    openAt(page);
    expect(await entries()).toHaveLength(1);
  });

  it('is not for a provider’s representative', async () => {
    portal({ user: withRights({ username: 'pat', name: 'Pat Osei', role: 'ProviderRep', planId: null }) });
    openAt(page);
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  });

  it('tells an employer whether its report is as it was made, and nothing of events, people and later changes', async () => {
    const ofEmployer = { ...report, position: null, by: 'Tallowood Retirement' };
    const quiet = { ...making, phase: null, done: 0, total: 0 };
    const compared = { ...same, now: null };
    const figures: FiguresCheck[] = [quiet];
    const asked = checking({ ...genuine, report: ofEmployer }, figures, dana);
    await opened();
    dropFiles(screen.getByTestId('file-drop'), new File(['%PDF-'], 'report.pdf', { type: 'application/pdf' }));
    const said = await result();
    expect(await said.findByText('Comparing its figures with what was recorded by then')).toBeVisible();
    figures.push({ ...done, tookMs: null, compared });
    expect(await said.findByText('All 214 figures are what was recorded when it was made')).toBeVisible();
    expect(asked).toEqual(['file report.pdf']);
    expect(said.getByText('Genuine')).toBeVisible();
    expect(said.getByText(/made 14\/10\/2026 .* by Tallowood Retirement/)).toBeVisible();
    const main = screen.getByRole('main').textContent;
    expect(main).not.toMatch(/\bevents?\b|today\.|position|rebuilt/i);
  });

  it('tells an employer of an unknown report where everybody may ask', async () => {
    checking({ report: null, unchanged: 'unknown', edited: [], pagesCompared: false, figures: 'none' }, [done], dana);
    const { byCode } = await opened();
    await byCode();
    const said = await result();
    expect(await said.findByText('Not known here')).toBeVisible();
    expect(said.getByRole('link', { name: 'Everybody may ask' })).toHaveAttribute('href', '/check');
    expect(said.queryByText(/plan may be out of your reach/)).toBeNull();
  });

  it('takes the code by Enter, and says in three verdicts what is known of the kept report; the result takes the focus', async () => {
    const asked = checking(genuine);
    const { byCode } = await opened();
    await byCode();
    const said = await result();
    expect(await said.findByText('All 214 figures are what the events of that moment say')).toBeVisible();
    expect(asked).toEqual(['KF3T9X1BQQ22']);
    expect(screen.getByRole('region', { name: 'What came out' })).toHaveFocus();
    expect(await said.findByText('Policy Committee Report, KF3T 9X1B QQ22')).toBeVisible();
    // Somebody else's PDF may carry the same code.
    expect(said.queryByText('Genuine')).toBeNull();
    expect(said.queryByText('Unchanged to the last byte')).toBeNull();
    expect(await said.findByText('The kept file is unchanged; drop your PDF to check yours.')).toBeVisible();
    expect(await said.findByText('Made here')).toBeVisible();
    expect(said.getByRole('link', { name: 'event ‘Report made’, position 4,211,906,338' })).toHaveAttribute(
      'href',
      '/audit/events/4211906338-4211906301',
    );
    expect(await said.findByText('sha256 9f3c a1e7 … 77e2')).toBeVisible();
    const facts = within(said.getByLabelText('As it was made'));
    for (const text of ['24, all members', '14/10/2026 15:39:12', '77e2 '.repeat(16).trim()])
      expect(facts.getByText(text)).toBeVisible();
    expect(said.getByText('What a check proves.')).toBeVisible();
    expect(await said.findByText('rebuilt from events in 2.8 s')).toBeVisible();
    expect(await said.findByText(/^18 ranks among other plans are as printed/)).toBeVisible();
    expect(await said.findByText('Every figure is known the same today.')).toBeVisible();
    const lately = within(screen.getByRole('region', { name: 'Checked lately' }));
    expect(lately.getByRole('button', { name: 'KF3T 9X1B QQ22' })).toBeVisible();
    expect(lately.getByLabelText('Made here, its file was not checked')).toBeVisible();
  });

  it('takes a dropped PDF, and says that it is genuine and how far the plan of that moment is', async () => {
    const figures: FiguresCheck[] = [making];
    const asked = checking(genuine, figures);
    await opened();
    const file = new File(['%PDF-'], 'report (2).pdf', { type: 'application/pdf' });
    dropFiles(screen.getByTestId('file-drop'), file);
    const said = await result();
    expect(await said.findByText('Deriving the figures: 40 of 80 rows')).toBeVisible();
    figures.push(done);
    expect(await said.findByText(/^All 214 figures/, {}, { timeout: 5_000 })).toBeVisible();
    expect(asked).toEqual(['file report (2).pdf']);
    expect(await said.findByText('Genuine')).toBeVisible();
    expect(await said.findByText('Unchanged to the last byte')).toBeVisible();
    const lately = within(screen.getByRole('region', { name: 'Checked lately' }));
    expect(await lately.findByText('report (2).pdf')).toBeVisible();
    expect(lately.getByLabelText('Genuine')).toBeVisible();
  });

  /** A server that answers each file when the spec says so. */
  function answeringLater() {
    checking(genuine);
    const answers = new Map<string, (answer: ReportCheck | Response) => void>();
    server.use(
      http.post('/api/reports/check', async ({ request }) => {
        const code = new URL(request.url).searchParams.get('code');
        const name = code ?? ((await request.formData()).get('file') as File).name;
        const answer = await new Promise<ReportCheck | Response>((resolve) => answers.set(name, resolve));
        return answer instanceof Response ? answer : HttpResponse.json(answer);
      }),
    );
    const drop = async (name: string) => {
      dropFiles(screen.getByTestId('file-drop'), new File(['%PDF-'], name, { type: 'application/pdf' }));
      expect(await screen.findByText(`Checking ${name}`)).toBeVisible();
      await waitFor(() => expect(answers.has(name)).toBe(true));
    };
    return { drop, answer: (name: string, answer: ReportCheck | Response) => answers.get(name)!(answer), answers };
  }
  const unknown: ReportCheck = {
    report: null,
    unchanged: 'unknown',
    edited: [],
    pagesCompared: false,
    figures: 'none',
  };

  it('takes a verdict away as soon as another file is chosen, and for good if that one cannot be checked', async () => {
    const { drop, answer } = answeringLater();
    await opened();
    await drop('a.pdf');
    answer('a.pdf', genuine);
    expect(await (await result()).findByText('Genuine')).toBeVisible();
    await drop('b.pdf');
    expect(screen.queryByRole('region', { name: 'What came out' })).toBeNull();
    answer('b.pdf', HttpResponse.json({ message: 'The file is not a PDF.' }, { status: 400 }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The file is not a PDF.');
    expect(screen.queryByRole('region', { name: 'What came out' })).toBeNull();
    expect(screen.queryByText('Checking b.pdf')).toBeNull();
  });

  it('says of the newest file only, whichever answer comes last', async () => {
    const { drop, answer } = answeringLater();
    await opened();
    await drop('slow.pdf');
    await drop('fast.pdf');
    answer('fast.pdf', unknown);
    expect(await (await result()).findByText('Not known here')).toBeVisible();
    answer('slow.pdf', genuine);
    const lately = within(screen.getByRole('region', { name: 'Checked lately' }));
    expect(await lately.findByText('fast.pdf')).toBeVisible();
    expect(lately.queryByText('slow.pdf')).toBeNull();
    expect(screen.queryByText('Genuine')).toBeNull();
    expect(screen.getByText('Not known here')).toBeVisible();
  });

  it('says nothing of a code that a file has overtaken, nor of its failure', async () => {
    const { drop, answer, answers } = answeringLater();
    const { byCode } = await opened();
    await byCode();
    await waitFor(() => expect(answers.has('KF3T9X1BQQ22')).toBe(true));
    await drop('a.pdf');
    answer('KF3T9X1BQQ22', HttpResponse.json({ message: 'Too late.' }, { status: 500 }));
    answer('a.pdf', genuine);
    expect(await (await result()).findByText('Genuine')).toBeVisible();
    expect(screen.queryByText('Too late.')).toBeNull();
  });

  it('names a code that is none, without asking', async () => {
    const asked = checking(genuine);
    const { byCode } = await opened();
    await byCode('KF3T-9X1B');
    expect(await screen.findByText('A code has 12 letters and digits.')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it('says why a file cannot be checked', async () => {
    checking(HttpResponse.json({ message: 'The file is not a PDF.' }, { status: 400 }));
    await opened();
    dropFiles(screen.getByTestId('file-drop'), new File(['PK'], 'report.pdf'));
    expect(await screen.findByRole('alert')).toHaveTextContent('The file is not a PDF.');
  });

  it('ends at a report that nobody made here, or whose plan is out of reach', async () => {
    checking({ report: null, unchanged: 'unknown', edited: [], pagesCompared: false, figures: 'none' });
    const { byCode } = await opened();
    await byCode();
    const said = await result();
    expect(await said.findByText('Not known here')).toBeVisible();
    expect(await said.findByText(/Its plan may be out of your reach\.$/)).toBeVisible();
    expect(said.queryByText('Made here')).toBeNull();
  });

  it('ends at a report of which a figure was edited, with what it reads and what was made', async () => {
    const edited = [{ where: 'Page 3, after ‘Average SuperScore’', reads: '3.40', kept: '3.04' }];
    checking({ ...genuine, unchanged: 'no', edited, pagesCompared: true }, [done], helen);
    await opened();
    dropFiles(screen.getByTestId('file-drop'), new File(['%PDF-'], 'r.pdf'));
    const said = await result();
    expect(await said.findByText('Not the report that was made.')).toBeVisible();
    expect(said.getByRole('listitem')).toHaveTextContent(
      'Page 3, after ‘Average SuperScore’: reads 3.40; the report kept here says 3.04.',
    );
    expect(await said.findByText('Its code belongs to a report of 14/10/2026.')).toBeVisible();
    expect(said.getByRole('button', { name: 'Download the original' })).toBeVisible();
    expect(said.queryByText(/figures are/)).toBeNull();
    expect(said.queryByText('Genuine')).toBeNull();
  });

  const picture = 'data:image/webp;base64,AAAA';
  const region = { left: 0.7, top: 0.1, width: 0.2, height: 0.1 };
  const stamped = { made: 5, given: 5, regions: [region], picture, madePicture: picture };
  const drawn = { pages: { made: 24, given: 24 }, differing: [stamped], endedAt: null };
  async function dropped(of: ReportCheck['drawn'], user = helen) {
    checking({ ...genuine, unchanged: 'no', pagesCompared: true, drawn: of! }, [done], user);
    await opened();
    dropFiles(screen.getByTestId('file-drop'), new File(['%PDF-'], 'r.pdf'));
    return result();
  }

  it('shows where a page of an edited file looks otherwise, in words and in pictures of both', async () => {
    const said = await dropped(drawn);
    expect(await said.findByText(/^Its pages read the same, but they do not look the same/)).toBeVisible();
    const pages = within(said.getByRole('list', { name: 'What looks different' }));
    expect(pages.getByText('Page 5: a region at the upper right differs')).toBeVisible();
    for (const name of ['Page 5 of this file', 'Page 5 as it was made'])
      expect(pages.getByRole('img', { name })).toHaveAttribute('src', picture);
  });

  it('names pages that are missing or were added, several regions, and pictures of the file alone', async () => {
    const region2 = { left: 0.1, top: 0.4, width: 0.1, height: 0.1 };
    const said = await dropped({
      pages: { made: 24, given: 23 },
      differing: [
        { made: 3, given: null, regions: [], picture: null, madePicture: null },
        { ...stamped, made: 5, given: 4, regions: [region, region2], madePicture: null },
        { made: 9, given: 8, regions: [{ left: 0, top: 0, width: 1, height: 1 }], picture: null, madePicture: null },
        { made: null, given: 9, regions: [], picture: null, madePicture: null },
      ],
      endedAt: 12,
    });
    expect(await said.findByText('It has 23 pages; the report was made with 24.')).toBeVisible();
    expect(said.getByRole('list', { name: 'What looks different' })).toHaveTextContent('Page 3 is missing');
    expect(said.getByText('Page 4, made as page 5: 2 regions (at the upper right, at the left) differ')).toBeVisible();
    expect(said.getByText('Page 8, made as page 9: most of the page differs')).toBeVisible();
    expect(said.getByText('Page 9 was added')).toBeVisible();
    expect(said.getAllByRole('img', { name: /^Page/ })).toHaveLength(1);
    expect(said.getByText(/^The looks of its pages were compared up to page 11 only: page 12/)).toBeVisible();
  });

  it('says of a file that was only saved again that its pages look the same', async () => {
    const said = await dropped({ ...drawn, differing: [] });
    expect(await said.findByText(/^Its pages read and look the same, but it is another file/)).toBeVisible();
    expect(said.queryByRole('list', { name: 'What looks different' })).toBeNull();
  });

  it('does not say that an edited file reads the same once its pages cannot be compared', async () => {
    checking({ ...genuine, report: { ...report, fileKept: false }, unchanged: 'no' });
    await opened();
    dropFiles(screen.getByTestId('file-drop'), new File(['%PDF-'], 'r.pdf'));
    const said = await result();
    expect(await said.findByText('Not the report that was made.')).toBeVisible();
    expect(
      await said.findByText('Its pages could not be compared, because the made file is no longer kept.'),
    ).toBeVisible();
    expect(said.queryByText(/the same/)).toBeNull();
  });

  it('names what is known otherwise today, each with its events for whoever may read them', async () => {
    const search = { planId: 'T.K1', type: 'MemberSnapshotsCompleted' };
    const later = {
      ...same,
      now: [
        { name: 'Members, 30/09/2026', printed: '1,279', now: '1,281', changes: [0], ofOtherPlans: false },
        { name: 'Plan ranking, quartile', printed: '2ND', now: 'TOP', changes: [], ofOtherPlans: true },
      ],
      changes: [{ type: 'MemberSnapshotsCompleted', detail: '2026-09', lastAt: '2026-10-22T00:00:00.000Z', search }],
    };
    checking(genuine, [{ ...done, compared: later }]);
    const { byCode } = await opened();
    await byCode();
    const table = within(await screen.findByRole('region', { name: 'Figures that are known otherwise today' }));
    expect(await screen.findByText('2 figures are known otherwise today.')).toBeVisible();
    const row = table.getByRole('row', { name: /Members, 30\/09\/2026/ });
    expect(row).toHaveTextContent('1,2791,281Member snapshots imported, Sep 2026');
    expect(within(row).getByRole('link', { name: /see events/ })).toHaveAttribute(
      'href',
      '/audit/events?planId=T.K1&type=MemberSnapshotsCompleted',
    );
    expect(await table.findByText('Figures of other plans changed')).toBeVisible();
  });

  it('names the figures that are not what the events say, and nothing of today', async () => {
    const differing = [{ name: 'Members, 30/09/2026', printed: '1,279', events: '1,280' }];
    checking(genuine, [{ ...done, compared: { ...same, differing } }]);
    const { byCode } = await opened();
    await byCode();
    expect(await screen.findByText('1 of 214 figures is not what the events of that moment say')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Figures that differ from the events' })).toHaveTextContent('1,280');
    expect(screen.queryByText(/known the same today/)).toBeNull();
  });

  it('goes on where only the code is known and no file is kept, and says what is missing', async () => {
    checking({ ...genuine, unchanged: 'unknown', figures: 'gone' });
    const { byCode } = await opened();
    await byCode();
    const said = await result();
    expect(await said.findByText(/^Its file is no longer kept here\. Drop the PDF/)).toBeVisible();
    expect(await said.findByText(/^Its figures are no longer kept here\. Drop its PDF/)).toBeVisible();
    expect(said.queryByText('Genuine')).toBeNull();
  });

  it('says why the plan of that moment was not derived, and tries again', async () => {
    checking(genuine, [{ ...making, state: 'failed', problem: 'There is no room for this view.' }, done]);
    const { user, byCode } = await opened();
    await byCode();
    expect(await screen.findByText('There is no room for this view.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByText(/^All 214 figures/)).toBeVisible());
  });
});
