import { createHash } from 'node:crypto';
import type { PublicReportCheck } from '@superscope/contracts/report-check';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dropFiles } from '../../test/drop-files';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';

const pdf = '%PDF-1.7 the report';
const report: PublicReportCheck = {
  madeAt: '2026-11-24T22:14:00.000Z',
  start: '2025-03-31',
  end: '2026-10-31',
  pages: 24,
  engagedOnly: false,
  moment: '2026-11-24T22:13:40.000Z',
  asItStood: false,
  pdfSha256: createHash('sha256').update(pdf).digest('hex'),
  figuresSha256: '77e2'.repeat(16),
};

function answering(answer: () => Response | Promise<Response> = () => HttpResponse.json(report)) {
  const asked: string[] = [];
  server.use(
    http.get('/api/reportCheck', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('code')!);
      return answer();
    }),
  );
  return asked;
}
const madeHere = () => screen.findByRole('heading', { name: 'Superscope made a report with this code' });
const drop = (file: File) => dropFiles(screen.getByTestId('file-drop'), file);
const verdict = () => screen.findByRole('status', { name: 'Verdict' });

describe('Checking a report without signing in', () => {
  it('is linked from the sign-in page, takes a code, and says what can be compared with the paper', async () => {
    const asked = answering();
    const { user } = openAt('/login');
    await user.click(await screen.findByRole('link', { name: 'Check a report' }));
    await user.type(await screen.findByLabelText(/^Code/), 'k7qm 3r9t-wx4d{Enter}');
    await madeHere();
    expect(asked).toEqual(['K7QM3R9TWX4D']);
    expect(address()).toBe('/check?code=K7QM3R9TWX4D');
    const facts = within(screen.getByRole('region', { name: 'The report with this code' }));
    for (const text of ['25/11/2026 09:14 (Sydney)', '31/03/2025 to 31/10/2026', '24 pages, all members'])
      expect(facts.getByText(text)).toBeVisible();
    expect(screen.getByText('What this proves.')).toBeVisible();
  });

  it('runs the code of the address, and says of engaged members in the first line and in Pages', async () => {
    answering(() => HttpResponse.json({ ...report, engagedOnly: true }));
    openAt('/check?code=K7QM3R9TWX4D');
    await madeHere();
    expect(screen.getByText(/^Policy Committee Report, engaged members only\./)).toBeVisible();
    expect(screen.getByText('24 pages, engaged members only')).toBeVisible();
  });

  it('tells genuine from not genuine in the browser, and sends no file', async () => {
    const asked = answering();
    openAt('/check?code=K7QM3R9TWX4D');
    await madeHere();
    expect(screen.getByText('It is read in your browser and never sent.')).toBeVisible();
    drop(new File([pdf], 'report.pdf'));
    expect(within(await verdict()).getByText('Genuine')).toBeVisible();
    drop(new File([`${pdf}.`], 'report (2).pdf'));
    await waitFor(async () => expect(within(await verdict()).getByText('Not genuine')).toBeVisible());
    // Any other request fails the spec.
    expect(asked).toHaveLength(1);
  });

  it('takes a verdict away at once when another file is chosen, and ignores the one before if it is read later', async () => {
    answering();
    openAt('/check?code=K7QM3R9TWX4D');
    await madeHere();
    drop(new File([pdf], 'first.pdf'));
    expect(within(await verdict()).getByText('Genuine')).toBeVisible();
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const slow = new File([pdf], 'slow.pdf');
    slow.slice = () => Object.assign(new Blob([pdf]), { arrayBuffer: () => held.then(() => new ArrayBuffer(0)) });
    drop(slow);
    expect(await screen.findByText('Reading slow.pdf')).toBeVisible();
    expect(screen.queryByText('Genuine')).toBeNull();
    drop(new File(['%PDF- another'], 'other.pdf'));
    expect(within(await verdict()).getByText('Not genuine')).toBeVisible();
    letGo();
    await held;
    expect(within(await verdict()).getByText(/^other\.pdf/)).toBeVisible();
    expect(screen.queryByText(/slow\.pdf/)).toBeNull();
  });

  it('says that no report has a code, that there were too many tries, and that there was no answer', async () => {
    const answers = [
      HttpResponse.json({ message: 'No report has this code.' }, { status: 404 }),
      HttpResponse.json({ message: 'Too many attempts. Please try again in 15 minutes.' }, { status: 429 }),
      HttpResponse.error(),
      HttpResponse.json(report),
    ];
    answering(() => answers.shift()!);
    const { user } = openAt('/check?code=K7QM3R9TWX4D');
    expect(await screen.findByText('No report has this code.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByText('Too many attempts. Please try again in 15 minutes.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByText('The portal did not answer.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await madeHere();
  });

  it('names a code that is none, without asking', async () => {
    const asked = answering();
    const { user } = openAt('/check');
    await user.type(await screen.findByLabelText(/^Code/), '<script>{Enter}');
    expect(await screen.findByText('A code has 12 letters and digits.')).toBeVisible();
    expect(asked).toEqual([]);
  });
});
