import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { sydneyToday } from '../../ui/format';
import { address, back, openAt } from '../../test/render-app';
import { savedFiles } from '../../test/saved-files';
import { server } from '../../test/server';
import { dateTextOf, typeDate } from '../../test/type-date';
import { withRights } from '../../test/with-rights';
import { portal, page, opened, submit, timeline } from './member-events.fixtures';

describe('Member events', () => {
  it('are for consultants and staff', async () => {
    portal('CompanyRep');
    openAt(page);
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
    expect(screen.queryByRole('combobox', { name: /^Member/ })).toBeNull();
  });

  it('search for a member from three characters on, and up to a hundred', async () => {
    const { asked } = portal('Staff');
    const { user, lookup } = await opened();
    await user.type(lookup, 'ok');
    expect(await screen.findByText('Type at least 3 characters.')).toBeVisible();
    await user.type(lookup, 'afor');
    const option = await screen.findByRole('option', { name: /Kestrel Freight/ });
    expect(option).toHaveTextContent('Okafor, Darad.okafor77040182221714/03/1984Kestrel Freight Group');
    expect(await screen.findByText('1 found')).toBeVisible();
    await user.clear(lookup);
    await user.click(lookup);
    await user.paste('okafor'.repeat(17));
    expect(await screen.findByText('Type at most 100 characters.')).toBeVisible();
    expect(asked.every((name) => name.length >= 3 && name.length <= 100)).toBe(true);
  });

  it('say so if nobody is found', async () => {
    portal('Staff');
    const { user, lookup } = await opened();
    await user.type(lookup, 'zzz');
    expect(await screen.findByText('No results')).toBeVisible();
  });

  it('begin with the signed-in consultant', async () => {
    portal('AuthorizedRep');
    await opened();
    expect(screen.getByLabelText(/^Consultant/)).toHaveValue('helen');
  });

  it('have no consultant by default for staff, and say what is missing', async () => {
    portal('Staff');
    const { choose, toggle, user } = await opened();
    expect(screen.getByLabelText(/^Consultant/)).toHaveValue('');
    await toggle('Consultation performed');
    expect(await screen.findByText('1 event ready, choose a member and a consultant')).toBeVisible();
    await choose();
    expect(submit()).toBeDisabled();
    await user.selectOptions(screen.getByLabelText(/^Consultant/), 'Joon-ho Baek');
    expect(await screen.findByText('1 event ready')).toBeVisible();
    expect(submit()).toBeEnabled();
  });

  it('are submitted together, each with its fields, and appear in the timeline', async () => {
    const { sent } = portal('AuthorizedRep');
    const { choose, toggle, user } = await opened();
    await choose();
    expect(await screen.findByText('Nothing is recorded yet')).toBeVisible();
    await toggle('Beneficiary nomination validated');
    expect(screen.getByRole('switch', { name: 'Nomination is valid' })).toBeChecked();
    await toggle('Nomination is valid');
    await user.type(screen.getByLabelText('Notes'), 'Not witnessed');
    await toggle('Consolidation implemented');
    await user.type(screen.getByLabelText('Amount consolidated'), '$18,420.50');
    await user.type(screen.getByLabelText('Fund name'), 'Redgum');
    await user.click(submit());
    const card = within(await timeline());
    expect(await card.findByText('Consultation performed')).toBeVisible();
    expect(await screen.findByText('2 events recorded')).toBeVisible();
    expect(sent[0]?.body).toEqual({
      memberId: 'm-1',
      effectiveDate: sydneyToday(),
      consultant: 'helen',
      beneficiaryNominationValidated: { create: true, valid: false, notes: 'Not witnessed' },
      consolidationImplemented: { create: true, amount: 18_420.5, fundName: 'Redgum', notes: null },
    });
    expect(submit()).toBeDisabled();
  });

  it('require an outcome for a verified consolidation, and refuse a negative amount', async () => {
    portal('AuthorizedRep');
    const { choose, toggle, user } = await opened();
    await choose();
    await toggle('Consolidation verified');
    expect(await screen.findByText('Outcome is required')).toBeVisible();
    expect(await screen.findByText('0 events ready, 1 needs an outcome')).toBeVisible();
    expect(submit()).toBeDisabled();
    await user.selectOptions(screen.getByLabelText(/^Outcome/), 'No other super');
    expect(screen.queryByText('Outcome is required')).toBeNull();
    expect(submit()).toBeEnabled();
    await toggle('Consolidation implemented');
    await user.type(screen.getByLabelText('Amount consolidated'), '-1');
    expect(await screen.findByText('Cannot be negative')).toBeVisible();
    expect(submit()).toBeDisabled();
  });

  it('accept notes of up to 150 characters', async () => {
    portal('AuthorizedRep');
    const { toggle, user } = await opened();
    await toggle('Insurance advice implemented');
    await user.click(screen.getByLabelText('Notes'));
    await user.paste('x'.repeat(160));
    expect(screen.getByLabelText('Notes')).toHaveValue('x'.repeat(150));
    expect(await screen.findByText('150 of 150')).toBeVisible();
  });

  it('cannot be dated in the future', async () => {
    portal('AuthorizedRep');
    const { choose, toggle, user } = await opened();
    await choose();
    await toggle('Consultation performed');
    await typeDate(user, 'Event date (required)', '26/11/2099');
    expect(await screen.findByText('The date cannot be in the future')).toBeVisible();
    expect(submit()).toBeDisabled();
  });

  it('are not recorded for a date that does not exist, which stays as it was typed', async () => {
    portal('AuthorizedRep');
    const { choose, toggle, user } = await opened();
    await choose();
    await toggle('Consultation performed');
    await typeDate(user, 'Event date (required)', '31/02/2026');
    expect(await screen.findByText('31/02/2026 is not a date')).toBeVisible();
    expect(await screen.findByText('1 event ready, choose a date')).toBeVisible();
    expect(submit()).toBeDisabled();
    expect(dateTextOf('Event date (required)')).toBe('31/02/2026');
  });

  it('are the same submission when sent again after a failure, and a new one when a field has changed', async () => {
    const { sent } = portal('AuthorizedRep');
    const failing = http.post('/api/members/events', async ({ request }) => {
      sent.push({
        body: (await request.json()) as Record<string, unknown>,
        key: request.headers.get('Idempotency-Key'),
      });
      return HttpResponse.json({ message: 'This member was erased.' }, { status: 409 });
    });
    server.use(failing);
    const { choose, toggle, user } = await opened();
    await choose();
    await toggle('Insurance advice implemented');
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('This member was erased.');
    await user.click(submit());
    await waitFor(() => expect(sent).toHaveLength(2));
    await user.type(screen.getByLabelText('Notes'), 'Reviewed');
    await user.click(submit());
    await waitFor(() => expect(sent).toHaveLength(3));
    const keys = sent.map(({ key }) => key);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  });

  it('are a new submission when the same fields are filled in again after they were recorded', async () => {
    const { sent } = portal('AuthorizedRep');
    const { choose, toggle, user } = await opened();
    await choose();
    for (const count of [1, 2]) {
      await toggle('Consultation performed');
      await user.click(submit());
      expect(await screen.findByText('1 event recorded')).toBeVisible();
      await waitFor(() => expect(sent).toHaveLength(count));
    }
    expect(sent[1]!.body).toEqual(sent[0]!.body);
    expect(sent[1]!.key).not.toBe(sent[0]!.key);
  });

  describe('that equal an earlier one', () => {
    const message = 'Already recorded at 10:42 by Joon-ho Baek';
    const earlier = { eventType: 'ConsultationPerformed', at: '2026-11-20T23:42:00.000Z', by: 'Joon-ho Baek' };
    const answer = { message, alreadyRecorded: [{ ...earlier, fromFile: false }] };
    const asking = async () => {
      const { sent } = portal('AuthorizedRep');
      server.use(
        http.post('/api/members/events', async ({ request }) => {
          const body = (await request.clone().json()) as Record<string, unknown>;
          if (body['again'] === true) return undefined;
          sent.push({ body, key: request.headers.get('Idempotency-Key') });
          return HttpResponse.json(answer, { status: 409 });
        }),
      );
      const { choose, toggle, user } = await opened();
      await choose();
      await toggle('Consultation performed');
      await user.click(submit());
      const question = await screen.findByRole('group', { name: message });
      return { sent, user, toggle, question: within(question) };
    };

    it('are asked about, and skipped for the next member by the first button', async () => {
      const { sent, user, question } = await asking();
      expect(screen.queryByRole('alert')).toBeNull();
      expect(await question.findByText(/Consultation performed has the same fields/)).toBeVisible();
      const skip = question.getByRole('button', { name: 'Skip, next member' });
      expect(skip).toHaveFocus();
      await user.click(skip);
      expect(screen.queryByText(message)).toBeNull();
      await waitFor(() => expect(screen.getByRole('combobox', { name: /^Member/ })).toHaveFocus());
      expect(screen.getByRole('combobox', { name: /^Member/ })).toHaveValue('');
      expect(screen.getByRole('switch', { name: 'Consultation performed' })).not.toBeChecked();
      expect(sent).toHaveLength(1);
    });

    it('are left as they are on the way back to the form', async () => {
      const { sent, user, question } = await asking();
      await user.click(question.getByRole('button', { name: 'Back to the form' }));
      expect(screen.queryByText(message)).toBeNull();
      expect(submit()).toHaveFocus();
      expect(screen.getByRole('switch', { name: 'Consultation performed' })).toBeChecked();
      expect(sent).toHaveLength(1);
    });

    it('are recorded a second time on request', async () => {
      const { sent, user, question } = await asking();
      await user.click(question.getByRole('button', { name: 'Record again' }));
      expect(await screen.findByText('1 event recorded')).toBeVisible();
      expect(screen.queryByText(message)).toBeNull();
      expect(sent[1]!.body).toEqual({ ...sent[0]!.body, again: true });
      expect(sent[1]!.key).not.toBe(sent[0]!.key);
    });

    it('are no longer asked about once the form says something else', async () => {
      const { toggle } = await asking();
      await toggle('Insurance advice implemented');
      expect(screen.queryByText(message)).toBeNull();
    });
  });

  it('set a nomination to valid each time it is switched on', async () => {
    portal('Staff');
    const { toggle } = await opened();
    const isValid = () => screen.getByRole('switch', { name: 'Nomination is valid' });
    await toggle('Beneficiary nomination validated');
    expect(isValid()).toBeChecked();
    await toggle('Nomination is valid');
    expect(isValid()).not.toBeChecked();
    await toggle('Beneficiary nomination validated');
    await toggle('Beneficiary nomination validated');
    expect(isValid()).toBeChecked();
  });

  it('are reset to an empty form with the signed-in consultant', async () => {
    portal('AuthorizedRep');
    const { choose, toggle, user, lookup } = await opened();
    await choose();
    await toggle('Consultation performed');
    await user.selectOptions(screen.getByLabelText(/^Consultant/), 'Joon-ho Baek');
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(screen.getByLabelText(/^Consultant/)).toHaveValue('helen');
    expect(screen.getByRole('switch', { name: 'Consultation performed' })).not.toBeChecked();
    expect(lookup).not.toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: /^Member/ })).toHaveValue('');
    expect(await screen.findByText('Nothing recorded today yet')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'This member' }));
    expect(await screen.findByText('No member is chosen')).toBeVisible();
  });
});

describe('Twenty member events a day', () => {
  const lookup = () => screen.getByRole('combobox', { name: /^Member/ });
  const nextMember = () => screen.getByRole('button', { name: 'Submit and next member' });

  it('begin at the member', async () => {
    portal('AuthorizedRep');
    expect((await opened()).lookup).toHaveFocus();
  });

  it('keep the consultant and the date for the next member, where the focus is', async () => {
    const { sent } = portal('Staff');
    const { choose, toggle, user } = await opened();
    await choose();
    await user.selectOptions(screen.getByLabelText(/^Consultant/), 'Joon-ho Baek');
    await typeDate(user, 'Event date (required)', '20/02/2026');
    await toggle('Consultation performed');
    await user.click(nextMember());
    expect(
      await screen.findByText(/for Dara Okafor, 770401822217, born 14\/03\/1984: consultation performed, 20\/02\/2026/),
    ).toBeVisible();
    await waitFor(() => expect(lookup()).toHaveFocus());
    await waitFor(() => expect(lookup()).toHaveValue(''));
    expect(screen.getByLabelText(/^Consultant/)).toHaveValue('joon');
    expect(dateTextOf('Event date (required)')).toBe('20/02/2026');
    expect(await screen.findByText('kept')).toBeVisible();
    // A kept date that is not today's is in ochre, and says so.
    expect(await screen.findByText('Not today: 20/02/2026')).toHaveClass('text-attention');
    expect(sent).toHaveLength(1);
  });

  it('are kept no longer once the form is reset', async () => {
    portal('AuthorizedRep');
    const { choose, toggle, user } = await opened();
    await choose();
    await toggle('Consultation performed');
    await user.click(nextMember());
    expect(await screen.findAllByText('kept')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(screen.queryByText('kept')).toBeNull();
  });

  it('are ticked by Alt and a digit, and submitted by Ctrl and Enter', async () => {
    const { sent } = portal('AuthorizedRep');
    const { choose, user } = await opened();
    await choose();
    await user.keyboard('{Alt>}15{/Alt}');
    expect(screen.getByRole('switch', { name: 'Consultation performed' })).toBeChecked();
    expect(screen.getByRole('switch', { name: 'Insurance advice implemented' })).toBeChecked();
    await user.keyboard('{Alt>}5{/Alt}{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]!.body).toMatchObject({ consultationPerformed: { create: true } });
    expect(sent[0]!.body).not.toHaveProperty('insuranceAdviceImplemented');
    await waitFor(() => expect(lookup()).toHaveFocus());
  });

  it('are not ticked by Alt and the number pad, which types characters on Windows', async () => {
    portal('AuthorizedRep');
    await opened();
    fireEvent.keyDown(document.body, { altKey: true, code: 'Numpad1', key: '1' });
    expect(screen.getByRole('switch', { name: 'Consultation performed' })).not.toBeChecked();
  });

  it('are held while they are submitted, and can be changed again after a failure', async () => {
    const { sent } = portal('AuthorizedRep');
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const refused = () => HttpResponse.json({ message: 'Not now.' }, { status: 409 });
    server.use(http.post('/api/members/events', () => held.then(refused), { once: true }));
    const { choose, toggle, user } = await opened();
    await choose();
    await toggle('Insurance advice implemented');
    await user.type(screen.getByLabelText('Notes'), 'Reviewed{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.getByLabelText('Notes')).toBeDisabled());
    // No field can keep the focus.
    expect(screen.getByRole('button', { name: 'Recording…' })).toHaveFocus();
    expect(lookup()).toHaveAttribute('readonly');
    expect(screen.getByLabelText(/^Consultant/)).toBeDisabled();
    expect(screen.getByRole('textbox', { name: 'Event date (required)' })).toHaveAttribute('readonly');
    await user.keyboard('{Alt>}1{/Alt}{Control>}{Enter}{/Control}');
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(screen.getByRole('switch', { name: 'Consultation performed' })).not.toBeChecked();
    expect(screen.getByLabelText('Notes')).toHaveValue('Reviewed');
    release();
    expect(await screen.findByRole('alert')).toHaveTextContent('Not now.');
    await user.keyboard('{Alt>}1{/Alt}{Control>}{Enter}{/Control}');
    expect(await screen.findByText('2 events recorded')).toBeVisible();
    expect(sent).toHaveLength(1);
    await waitFor(() => expect(lookup()).toHaveFocus());
  });

  it('are listed with what was recorded today, each withdrawn after one question', async () => {
    const { withdrawn } = portal('AuthorizedRep');
    const { choose, toggle, user } = await opened();
    await choose();
    await toggle('Consultation performed');
    await user.click(nextMember());
    const today = within(await screen.findByRole('region', { name: 'Recorded today' }));
    expect(await today.findByText(/recorded by you today, for 1 member/)).toHaveTextContent(/^1\s?event/);
    await user.click(today.getByRole('button', { name: 'Withdraw Consultation performed for Okafor' }));
    const question = within(await screen.findByRole('dialog', { name: 'Withdraw this event?' }));
    await user.click(question.getByRole('button', { name: 'Withdraw' }));
    expect(await today.findByText(/^Withdrawn \d\d:\d\d$/)).toBeVisible();
    expect(await today.findByText(/recorded by you today; 1 withdrawn/)).toBeVisible();
    expect(withdrawn).toEqual(['m-1_own1']);
  });

  it('ask before a filled form is left by a link, and only then', async () => {
    portal('AuthorizedRep');
    const { choose, toggle, user } = await opened();
    await choose();
    await toggle('Consultation performed');
    await user.click(screen.getAllByRole('link', { name: /About Us|Dashboard|Superscope/ })[0]!);
    const question = within(
      await screen.findByRole('dialog', {
        name: '1 event for Dara Okafor, 770401822217, born 14/03/1984 is not recorded yet',
      }),
    );
    await user.click(question.getByRole('button', { name: 'Stay' }));
    expect(screen.getByRole('switch', { name: 'Consultation performed' })).toBeChecked();
    expect(window.location.pathname).toBe(page);
    await toggle('Consultation performed');
    await user.click(screen.getAllByRole('link', { name: /About Us|Dashboard|Superscope/ })[0]!);
    await waitFor(() => expect(window.location.pathname).not.toBe(page));
  });

  it('ask before the browser goes back, and only then', async () => {
    portal('AuthorizedRep');
    window.history.pushState(null, '', '/about');
    const { choose, toggle, user } = await opened();
    await choose();
    await toggle('Consultation performed');
    const title = '1 event for Dara Okafor, 770401822217, born 14/03/1984 is not recorded yet';
    back();
    await user.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: 'Stay' }));
    expect(address()).toBe(`${page}?member=m-1`);
    expect(window.location.pathname).toBe(page);
    expect(screen.getByRole('switch', { name: 'Consultation performed' })).toBeChecked();
    back();
    const again = within(await screen.findByRole('dialog', { name: title }));
    await user.click(again.getByRole('button', { name: 'Leave without recording' }));
    await waitFor(() => expect(address()).toBe('/about'));
  });

  it('ask before somebody logs out', async () => {
    portal('AuthorizedRep');
    server.use(http.post('/api/authentication/logout', () => new HttpResponse(null, { status: 204 })));
    const { choose, toggle, user } = await opened();
    await choose();
    await toggle('Consultation performed');
    await user.click(screen.getByRole('button', { name: /user menu/ }));
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    const question = within(await screen.findByRole('dialog', { name: 'Before you leave' }));
    expect(
      await question.findByText(
        '1 event for Dara Okafor, 770401822217, born 14/03/1984 not recorded yet. Leave this page?',
      ),
    ).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Before you leave' })).toBeNull());
    expect(address()).toBe(`${page}?member=m-1`);
    expect(screen.getByRole('switch', { name: 'Consultation performed' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toBe('/login'));
  });

  it('stay as they were filled in while the session has ended, for the same person', async () => {
    portal('AuthorizedRep');
    const { choose, toggle, user } = await opened();
    await choose();
    await user.selectOptions(screen.getByLabelText(/^Consultant/), 'joon');
    await toggle('Insurance advice implemented');
    await user.type(screen.getByLabelText('Notes'), 'Reviewed');
    server.use(
      http.get('/api/members/:id/events', () => HttpResponse.json({ message: 'Please sign in.' }, { status: 401 })),
    );
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Your session has ended.')).toBeVisible();
    portal('AuthorizedRep');
    server.use(
      http.post('/api/authentication', () =>
        HttpResponse.json({
          user: withRights({ username: 'helen', name: 'Helen Marchetti', role: 'AuthorizedRep', planId: null }),
        }),
      ),
    );
    await user.type(await screen.findByLabelText('Username or email'), 'helen');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText(/^The session had ended\. What you ticked and typed is still here/)).toBeVisible();
    expect(address()).toBe(`${page}?member=m-1`);
    expect(screen.getByRole('switch', { name: 'Insurance advice implemented' })).toBeChecked();
    expect(screen.getByLabelText('Notes')).toHaveValue('Reviewed');
    await waitFor(() => expect(screen.getByLabelText(/^Consultant/)).toHaveValue('joon'));
  });

  it('ask before another member takes the ticked events away', async () => {
    portal('AuthorizedRep');
    const { choose, toggle, user } = await opened();
    await choose();
    await toggle('Consultation performed');
    await user.type(lookup(), '{Backspace}');
    const question = within(
      await screen.findByRole('dialog', {
        name: '1 event for Dara Okafor, 770401822217, born 14/03/1984 is not recorded yet',
      }),
    );
    await user.click(question.getByRole('button', { name: 'Leave without recording' }));
    expect(screen.getByRole('switch', { name: 'Consultation performed' })).not.toBeChecked();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('The risk profiler', () => {
  it('opens in a new tab for the member and the consultant', async () => {
    portal('AuthorizedRep', [], { riskProfiler: 'https://profiler.example/start?from=portal' });
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { choose, user } = await opened();
    const button = await screen.findByRole('button', { name: 'Risk profiler' });
    expect(button).toBeDisabled();
    await choose();
    await user.click(button);
    expect(String(open.mock.calls[0]?.[0])).toBe(
      'https://profiler.example/start?from=portal&memberId=m-1&consultant=helen',
    );
    expect(open.mock.calls[0]?.[1]).toBe('_blank');
    open.mockRestore();
  });

  it('says if the operator has not configured it', async () => {
    portal('AuthorizedRep');
    await opened();
    const button = screen.getByRole('button', { name: 'Risk profiler' });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription('Not set up');
    expect(await screen.findByText('Not set up')).toBeVisible();
  });
});

describe('Saving member events', () => {
  it('saves those between two days, by default of the current month', async () => {
    portal('Staff');
    savedFiles();
    const ranges: Record<string, string>[] = [];
    server.use(
      http.get('/api/members/events', ({ request }) => {
        ranges.push(Object.fromEntries(new URL(request.url).searchParams));
        return ranges.length === 1
          ? HttpResponse.json({ message: 'The events cannot be read now.' }, { status: 400 })
          : HttpResponse.text('planId', {
              headers: { 'Content-Disposition': 'attachment; filename="memberEvents.csv"' },
            });
      }),
    );
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save member events' }));
    await user.click(dialog.getByRole('button', { name: 'Save as CSV' }));
    expect(await dialog.findByText(/The events cannot be read now/)).toBeVisible();
    await typeDate(user, 'From', '01/02/2026');
    await typeDate(user, 'To', '31/01/2026');
    expect(await dialog.findByText('The end date cannot be before the start date.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Save as CSV' })).toBeDisabled();
    await typeDate(user, 'To', '28/02/2026');
    await user.click(dialog.getByRole('button', { name: 'Save as CSV' }));
    const today = sydneyToday();
    await waitFor(() =>
      expect(ranges).toEqual([
        { startDate: `${today.slice(0, 8)}01`, endDate: today },
        { startDate: '2026-02-01', endDate: '2026-02-28' },
      ]),
    );
  });
});
