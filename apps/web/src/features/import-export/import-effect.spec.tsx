import type { ImportQuestion } from '@superscope/contracts/import-effect';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { bring, effect, fund, plansFile, providersFile, row, type Upload } from './import-export.fixtures';

const question = (was: number, becomes: number): ImportQuestion => ({
  line: 2,
  row: 'ADMIN, Administration',
  column: 'amount',
  unit: 'dollars a year',
  was,
  becomes,
  message: `ADMIN, Administration: amount changes by more than half, from ${was} to ${becomes}.`,
});
const asks = (code: string, ...questions: ImportQuestion[]) => ({
  questions,
  questionCount: questions.length,
  confirm: code,
});

describe('A checked file', () => {
  it('shows what it would change, beside the last file, with what is outside its usual range', async () => {
    const { user } = fund({
      effect: () =>
        effect({
          fresh: 6,
          changed: 1262,
          unchanged: 27,
          leaving: 12,
          leavers: ['M1', 'M2'],
          absent: 3,
          comparedWith: ['2026-09'],
          columns: [{ column: 'mobileNumber', changed: 97, cleared: 90 }],
          notes: [{ line: 4, column: 'memberId', message: 'This new number has 15 digits.' }],
          noteCount: 1,
          figures: [
            { name: 'Members', unit: 'count', last: 1296, now: 1300, usual: { from: -5, to: 9 }, isOutside: false },
            {
              name: 'Balances together',
              unit: 'dollars',
              last: 1000,
              now: 1100,
              usual: { from: 0.002, to: 0.013 },
              isOutside: true,
            },
          ],
          largest: [
            {
              line: 3,
              row: '7704',
              column: 'totalAssetsOwned',
              unit: 'dollars',
              was: 18_204.1,
              becomes: 961.1,
              isPersonal: false,
              others: 2,
            },
            {
              line: 5,
              row: '7705',
              column: 'surname',
              unit: '',
              was: null,
              becomes: null,
              isPersonal: true,
              others: 0,
            },
          ],
        }),
    });
    await bring(user, plansFile());
    const shown = within(await screen.findByRole('region', { name: 'What plans.csv would change' }));
    for (const [name, count] of [
      ['New', '6'],
      ['Changed', '1,262'],
      ['As they are', '27'],
      ['Leave', '12'],
      ['Not in the file', '3'],
    ] as const)
      expect(shown.getByText(name).parentElement).toHaveTextContent(`${name}${count}`);
    expect(shown.getByText(/^Leave: M1; M2 and 10 more\./)).toBeVisible();
    expect(shown.getByText('This new number has 15 digits.', { exact: false })).toHaveTextContent('Line 4:');
    expect(screen.getByText('Plans · 200 rows, 2 to look at. Nothing is written yet.')).toBeVisible();
    // It is open, because a figure is outside.
    expect(shown.getByText('Outside')).toBeVisible();
    expect(shown.getByText('−5 to +9')).toBeVisible();
    expect(shown.getByText('+10.0%')).toBeVisible();
    expect(shown.getByText('$18,204.10')).toBeVisible();
    expect(shown.getByText('−$17,243.00')).toBeVisible();
    expect(shown.getAllByText('not shown')).toHaveLength(2);
    expect(shown.getByText('Rows that change, by column: mobileNumber 97 (90 to blank).')).toBeVisible();
  });

  it('asks before it imports what changes much, and imports what was shown', async () => {
    const { sent, user } = fund({ effect: () => effect(asks('code-of-the-first-one1', question(78, 780))) });
    await bring(user, plansFile());
    const file = await row('plans.csv');
    await file.findByText('Plans · 200 rows, 1 to confirm. Nothing is written yet.');
    await user.click(file.getByRole('button', { name: 'Import plans.csv' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Is this change meant?' }));
    expect(dialog.getByText('now $78.00')).toBeVisible();
    expect(dialog.getByText('then $780.00')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(sent.filter(({ params }) => params['dryRun'] === undefined)).toEqual([]);
    await user.click(file.getByRole('button', { name: 'Import plans.csv' }));
    await user.click(await screen.findByRole('button', { name: 'Import it all the same' }));
    await file.findByText(/198 written/);
    expect(sent.at(-1)!.params).toEqual({ confirmed: 'code-of-the-first-one1', asOf: '7' });
  });

  it('asks again if what stands has changed meanwhile', async () => {
    const again = asks('code-of-the-second-one', question(300, 780));
    const onUpload = ({ params }: Upload) =>
      params['dryRun'] === undefined && params['confirmed'] !== again.confirm
        ? HttpResponse.json({ message: 'What stands has changed since you were asked.', ...again }, { status: 409 })
        : undefined;
    const { sent, user } = fund({
      onUpload,
      effect: () => effect(asks('code-of-the-first-one1', question(78, 780))),
    });
    await bring(user, plansFile());
    await user.click(await screen.findByRole('button', { name: 'Import plans.csv' }));
    await user.click(await screen.findByRole('button', { name: 'Import it all the same' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('now $300.00');
    expect(dialog.getByText('What stands has changed since you were asked, so look again.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Import it all the same' }));
    await (await row('plans.csv')).findByText(/198 written/);
    expect(sent.at(-1)!.params).toEqual({ confirmed: again.confirm, asOf: '7' });
  });

  it('is not imported without asking while something is to be confirmed', async () => {
    const { sent, user } = fund({ effect: () => effect(asks('code-of-the-first-one1', question(78, 780))) });
    await bring(user, plansFile(), providersFile());
    await user.click(await screen.findByRole('switch', { name: 'Import without asking' }));
    const file = await row('providers.csv');
    await file.findByText('Providers · 200 rows, 1 to confirm. Nothing is written yet.');
    await waitFor(() => expect(file.getByRole('button', { name: 'Import providers.csv' })).toBeEnabled());
    expect(sent).toEqual([]);
  });

  it('is checked again, and not imported without a look, if somebody else has imported the table meanwhile', async () => {
    let asOf = 7;
    const onUpload = ({ params }: Upload) => {
      if (params['dryRun'] !== undefined || params['asOf'] === '9') return undefined;
      asOf = 9;
      const body = { message: 'Somebody else has imported plans.', isOutdated: true };
      return HttpResponse.json(body, { status: 409 });
    };
    const { sent, user } = fund({ onUpload, effect: () => effect({ asOf, fresh: asOf === 7 ? 200 : 150 }) });
    await bring(user, plansFile());
    await user.click(await screen.findByRole('button', { name: 'Import plans.csv' }));
    await screen.findByText(/^Somebody else imported rows of this table after the first check/);
    const shown = within(await screen.findByRole('region', { name: 'What plans.csv would change' }));
    expect(shown.getByText('New').parentElement).toHaveTextContent('New150');
    await user.click(screen.getByRole('button', { name: 'Import plans.csv' }));
    await (await row('plans.csv')).findByText(/198 written/);
    expect(sent.map(({ params }) => params)).toEqual([
      { dryRun: 'true' },
      { asOf: '7' },
      { dryRun: 'true' },
      { asOf: '9' },
    ]);
  });
});
