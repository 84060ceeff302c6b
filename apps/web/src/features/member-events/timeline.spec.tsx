import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { server } from '../../test/server';
import { openAt } from '../../test/render-app';
import { memberEvent } from '../../test/member-event';
import { page, portal, opened, timeline } from './member-events.fixtures';

describe('The timeline', () => {
  const past = [
    memberEvent('a', 'PotentialConsolidationVerified', {
      processed: false,
      consultant: 'Helen Marchetti',
      outcome: 'RECOMMENDED_PROCEEDING',
      notes: 'Two accounts',
    }),
    memberEvent('b', 'BeneficiaryNominationValidated', { valid: false, consultant: 'Helen Marchetti' }),
    memberEvent('c', 'ContactRequested', { at: '2026-11-04T09:17:00.000Z', reason: 'insurance', status: 'Open' }),
    memberEvent('d', 'ConsolidationImplemented', {
      at: '2026-11-01T13:00:00.000Z',
      hasTime: false,
      amount: 50.5,
      fundName: 'Redgum',
    }),
    memberEvent('e', 'EmailSubscriptionChanged', { at: '2025-05-27T23:12:00.000Z', valid: true }),
    memberEvent('f', 'RiskProfileAssessmentCompleted'),
    memberEvent('g', 'InsuranceAssessmentCompleted'),
    memberEvent('h', 'ConsultationPerformed'),
    memberEvent('i', 'InsuranceAdviceImplemented'),
    memberEvent('j', 'InvestmentAdviceImplemented'),
    memberEvent('k', 'BeneficiaryNominationAssistantCompleted'),
  ];

  it('shows for each event its type, time in Sydney, consultant, and whether it is processed', async () => {
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

  it('leads from a filed consultation to where it is made again, but for one in a plan out of reach', async () => {
    portal('Staff', [
      memberEvent('a', 'ConsultationFiled', {
        notes: 'Filed: fees, retirement standard.',
        consultant: 'Helen Marchetti',
      }),
      memberEvent('b', 'ConsultationFiled', { consultant: 'Somebody else' }),
    ]);
    const { choose } = await opened();
    await choose();
    const card = within(await timeline());
    expect(await card.findAllByText('Consultation filed')).toHaveLength(2);
    expect(card.getByText('Filed: fees, retirement standard.')).toBeVisible();
    expect(card.getByRole('link', { name: 'Make it again' })).toHaveAttribute('href', '/staff/consultation?member=m-1');
  });

  it('of a member who was erased meanwhile reads Erased, and allows neither withdrawing nor recording', async () => {
    const { erase } = portal('Staff', past);
    const { choose, user } = await opened();
    await choose();
    const named = await timeline();
    expect(within(named).getByText('D. Okafor')).toBeVisible();
    erase();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const card = await screen.findByRole('region', { name: 'Timeline of Erased' });
    expect(await within(card).findByText('Potential consolidation verified')).toBeVisible();
    expect(screen.getByRole('combobox', { name: /^Member/ })).toHaveValue('Erased');
    expect(screen.queryByText(/Okafor/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Withdraw / })).toBeNull();
    expect(await screen.findByText('This member was erased, so nothing more can be recorded.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Submit' })).toBeDisabled();
    expect(screen.queryByRole('switch', { name: 'Consultation performed' })).toBeNull();
  });

  it('opens by an address that names the member, and says if the member does not exist', async () => {
    portal('Staff', past);
    openAt(`${page}?member=m-1`);
    expect(await screen.findByRole('region', { name: 'Timeline of D. Okafor' })).toBeVisible();
    server.use(
      http.get('/api/members/:id', () => HttpResponse.json({ message: 'There is no such member.' }, { status: 404 })),
    );
    openAt(`${page}?member=m-2`);
    expect(await screen.findByText('There is no such member.')).toBeVisible();
  });

  it('withdraws an unprocessed event after a confirmation, and offers that for no other event', async () => {
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
    expect(
      await screen.findByText(
        'Potential consolidation verified for Dara Okafor, 770401822217, born 14/03/1984 is withdrawn',
      ),
    ).toBeVisible();
    await waitFor(() => expect(document.activeElement).toContainElement(screen.getByText('Contact requested')));
    expect(document.body).not.toHaveFocus();
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

  it('can be retried if it did not load, and reloaded on request', async () => {
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
