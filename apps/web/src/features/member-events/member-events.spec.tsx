import type { MemberEvent } from '@superscope/contracts/member-events';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { sydneyToday } from '../../ui/format';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const okafor = {
  ...{ id: 'm-1', surname: 'Okafor', givenName: 'Dara', login: 'd.okafor' },
  ...{ companyName: 'Kestrel Freight Group', joinDate: '2021-02-04' },
};
const event = (id: string, eventType: string, more: Partial<MemberEvent> = {}): MemberEvent => ({
  ...{ id, eventType, at: '2026-11-20T23:42:00.000Z', hasTime: true, processed: true, consultant: null, valid: null },
  ...{ outcome: null, amount: null, fundName: null, notes: null, reason: null, status: null },
  ...more,
});

interface Sent {
  body: Record<string, unknown>;
  key: string | null;
}

/** A server with a consultant or a member of staff signed in, what it was asked for, and what it was sent. */
function portal(role: 'AuthorizedRep' | 'Staff' | 'CompanyRep', events: MemberEvent[] = [], links = {}) {
  const asked: string[] = [];
  const sent: Sent[] = [];
  const withdrawn: string[] = [];
  let listed = events;
  const build = {
    git: { commit: { id: null, time: null } },
    build: { time: null, version: '0' },
    maintenanceMessage: null,
  };
  server.use(
    http.get('/actuator/info', () => HttpResponse.json({ ...build, links })),
    http.get('/api/authentication', () =>
      HttpResponse.json({ user: { username: 'helen', name: 'Helen Marchetti', role, planId: null } }),
    ),
    http.get('/api/onecentral/consultants', () =>
      HttpResponse.json([
        { id: 'helen', name: 'Helen Marchetti', own: role === 'AuthorizedRep' },
        { id: 'joon', name: 'Joon-ho Baek', own: false },
      ]),
    ),
    http.get('/api/members', ({ request }) => {
      const name = new URL(request.url).searchParams.get('name') ?? '';
      asked.push(name);
      return HttpResponse.json('okafor'.startsWith(name.toLowerCase()) ? [okafor] : []);
    }),
    http.get('/api/members/:id/events', () => HttpResponse.json(listed)),
    http.post('/api/members/events', async ({ request }) => {
      sent.push({
        body: (await request.json()) as Record<string, unknown>,
        key: request.headers.get('Idempotency-Key'),
      });
      listed = [
        event('m-1_new', 'ConsultationPerformed', { processed: false, consultant: 'Helen Marchetti' }),
        ...listed,
      ];
      return HttpResponse.json({ stream: 'member-m-1', revision: '5', position: '5' });
    }),
    http.delete('/api/members/events/:id', ({ params }) => {
      withdrawn.push(String(params['id']));
      listed = listed.filter(({ id }) => id !== params['id']);
      return HttpResponse.json({ stream: 'member-m-1', revision: '6', position: '6' });
    }),
  );
  return { asked, sent, withdrawn };
}

const page = '/staff/memberEvents';
const opened = async () => {
  const { user } = openAt(page);
  const lookup = await screen.findByRole('combobox', { name: /^Member/ });
  await screen.findByRole('option', { name: 'Joon-ho Baek' });
  const choose = async () => {
    await user.type(lookup, 'okaf');
    await user.click(await screen.findByRole('option', { name: /Kestrel Freight/ }));
  };
  const toggle = (name: string) => user.click(screen.getByRole('switch', { name }));
  return { user, lookup, choose, toggle };
};
const submit = () => screen.getByRole('button', { name: 'Submit' });
const timeline = () => screen.findByRole('region', { name: /^Timeline of/ });

describe('Member events', () => {
  it('are for consultants and staff', async () => {
    portal('CompanyRep');
    openAt(page);
    await waitFor(() => expect(screen.queryByText('Member events')).toBeNull());
    expect(screen.queryByRole('combobox', { name: /^Member/ })).toBeNull();
  });

  it('look for a member from three characters on, and no more from fifteen on', async () => {
    const { asked } = portal('Staff');
    const { user, lookup } = await opened();
    await user.type(lookup, 'ok');
    expect(await screen.findByText('Type at least 3 characters.')).toBeVisible();
    await user.type(lookup, 'afor');
    const option = await screen.findByRole('option', { name: /Kestrel Freight/ });
    expect(option).toHaveTextContent('Okafor, Darad.okaforKestrel Freight Group');
    expect(screen.getByText('1 found')).toBeVisible();
    await user.clear(lookup);
    await user.type(lookup, 'okaforokaforoka');
    expect(await screen.findByText('Type fewer than 15 characters.')).toBeVisible();
    expect(asked.every((name) => name.length >= 3 && name.length < 15)).toBe(true);
  });

  it('say so where nobody is found', async () => {
    portal('Staff');
    const { user, lookup } = await opened();
    await user.type(lookup, 'zzz');
    expect(await screen.findByText('No results')).toBeVisible();
  });

  it('begin with the consultant who is signed in, and nobody else', async () => {
    portal('AuthorizedRep');
    await opened();
    expect(screen.getByLabelText(/^Consultant/)).toHaveValue('helen');
  });

  it('leave the consultant open to staff, and say what is missing', async () => {
    portal('Staff');
    const { choose, toggle, user } = await opened();
    expect(screen.getByLabelText(/^Consultant/)).toHaveValue('');
    await toggle('Consultation performed');
    expect(screen.getByText('1 event ready, choose a member and a consultant')).toBeVisible();
    await choose();
    expect(submit()).toBeDisabled();
    await user.selectOptions(screen.getByLabelText(/^Consultant/), 'Joon-ho Baek');
    expect(screen.getByText('1 event ready')).toBeVisible();
    expect(submit()).toBeEnabled();
  });

  it('are submitted together, each with its fields, and stand in the timeline', async () => {
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
    expect(screen.getByText('2 events recorded')).toBeVisible();
    expect(sent[0]?.body).toEqual({
      ...{ memberId: 'm-1', effectiveDate: sydneyToday(), consultant: 'helen' },
      beneficiaryNominationValidated: { create: true, valid: false, notes: 'Not witnessed' },
      consolidationImplemented: { create: true, amount: 18_420.5, fundName: 'Redgum', notes: null },
    });
    expect(submit()).toBeDisabled();
  });

  it('need an outcome where a consolidation was verified, and no negative amount', async () => {
    portal('AuthorizedRep');
    const { choose, toggle, user } = await opened();
    await choose();
    await toggle('Consolidation verified');
    expect(screen.getByText('Outcome is required')).toBeVisible();
    expect(screen.getByText('0 events ready, 1 needs an outcome')).toBeVisible();
    expect(submit()).toBeDisabled();
    await user.selectOptions(screen.getByLabelText(/^Outcome/), 'No other super');
    expect(screen.queryByText('Outcome is required')).toBeNull();
    expect(submit()).toBeEnabled();
    await toggle('Consolidation implemented');
    await user.type(screen.getByLabelText('Amount consolidated'), '-1');
    expect(screen.getByText('Cannot be negative')).toBeVisible();
    expect(submit()).toBeDisabled();
  });

  it('take notes of 150 characters', async () => {
    portal('AuthorizedRep');
    const { toggle, user } = await opened();
    await toggle('Insurance advice implemented');
    await user.click(screen.getByLabelText('Notes'));
    await user.paste('x'.repeat(160));
    expect(screen.getByLabelText('Notes')).toHaveValue('x'.repeat(150));
    expect(screen.getByText('150 of 150')).toBeVisible();
  });

  it('are not dated in the future', async () => {
    // happy-dom's `collapse` announces the selection to React Aria, which collapses it again, without an end.
    const collapse = vi.spyOn(Selection.prototype, 'collapse').mockImplementation(() => undefined);
    portal('AuthorizedRep');
    const { choose, toggle, user } = await opened();
    await choose();
    await toggle('Consultation performed');
    await user.type(screen.getByRole('spinbutton', { name: /^year/ }), '2099');
    expect(await screen.findByText('The date cannot be in the future')).toBeVisible();
    expect(submit()).toBeDisabled();
    collapse.mockRestore();
  });

  it('sent again after a failure are the same submission, and with another field another one', async () => {
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

  it('are reset to nothing but the consultant who is signed in', async () => {
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
    expect(screen.getByText('No member is chosen')).toBeVisible();
  });
});

describe('The timeline', () => {
  const past = [
    event('a', 'PotentialConsolidationVerified', {
      ...{ processed: false, consultant: 'Helen Marchetti', outcome: 'RECOMMENDED_PROCEEDING', notes: 'Two accounts' },
    }),
    event('b', 'BeneficiaryNominationValidated', { valid: false, consultant: 'Helen Marchetti' }),
    event('c', 'ContactRequested', { at: '2026-11-04T09:17:00.000Z', reason: 'insurance', status: 'Open' }),
    event('d', 'ConsolidationImplemented', {
      at: '2026-11-01T13:00:00.000Z',
      hasTime: false,
      amount: 50.5,
      fundName: 'Redgum',
    }),
    event('e', 'EmailSubscriptionChanged', { at: '2025-05-27T23:12:00.000Z', valid: true }),
    event('f', 'RiskProfileAssessmentCompleted'),
    event('g', 'InsuranceAssessmentCompleted'),
    event('h', 'ConsultationPerformed'),
    event('i', 'InsuranceAdviceImplemented'),
    event('j', 'InvestmentAdviceImplemented'),
    event('k', 'BeneficiaryNominationAssistantCompleted'),
  ];

  it('says of each event what happened, when in Sydney, by whom, and whether it is processed', async () => {
    portal('Staff', past);
    const { choose } = await opened();
    await choose();
    const entries = await within(await timeline()).findAllByRole('listitem', { name: '' });
    const texts = entries.map(({ textContent }) => textContent).filter((text) => text?.includes('rocessed'));
    expect(texts.slice(0, 5)).toEqual([
      'Potential consolidation verifiedNov 21, 2026 - 10:42AMOutcome: recommended, proceeding. Two accountsHelen MarchettiNot processed',
      'Beneficiary nomination validatedNov 21, 2026 - 10:42AMNot validHelen MarchettiProcessed',
      'Contact requestedNov 4, 2026 - 8:17PMReason: insurance. Status: OpenMemberProcessed',
      'Consolidation implementedNov 2, 2026$50.50 from RedgumMemberProcessed',
      'Email subscription changedMay 28, 2025 - 9:12AMSubscribedMemberProcessed',
    ]);
    expect(texts).toHaveLength(11);
  });

  it('withdraws an unprocessed event once that is confirmed, and offers it of no other', async () => {
    const { withdrawn } = portal('Staff', past);
    const { choose, user } = await opened();
    await choose();
    await timeline();
    const crosses = await screen.findAllByRole('button', { name: /^Withdraw / });
    expect(crosses).toHaveLength(1);
    await user.click(crosses[0]!);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(withdrawn).toEqual([]);
    await user.click(crosses[0]!);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(screen.queryByText('Potential consolidation verified')).toBeNull());
    expect(withdrawn).toEqual(['a']);
  });

  it('says why an event was not withdrawn', async () => {
    portal('Staff', past);
    const message = 'This event has been processed and can no longer be withdrawn.';
    server.use(http.delete('/api/members/events/:id', () => HttpResponse.json({ message }, { status: 409 })));
    const { choose, user } = await opened();
    await choose();
    await user.click(await screen.findByRole('button', { name: /^Withdraw / }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
  });

  it('that does not load can be tried again, and is read again on request', async () => {
    portal('Staff', past);
    let answers = 0;
    server.use(
      http.get('/api/members/:id/events', () => {
        answers += 1;
        return answers === 1 ? HttpResponse.json({ message: 'No' }, { status: 500 }) : HttpResponse.json(past);
      }),
    );
    const { choose, user } = await opened();
    await choose();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Contact requested')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(answers).toBe(3));
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

  it('that the operator did not name says so', async () => {
    portal('AuthorizedRep');
    await opened();
    expect(screen.getByRole('button', { name: 'Risk profiler is not set up' })).toBeDisabled();
  });
});
