import type { PeerFigure } from '@superscope/contracts/plan-peers';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dana, helen, kestrel, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { halfText } from './peer-text';

const score: PeerFigure = { own: 3.08, plans: 12, lower: 2.91, median: 3, upper: 3.04 };
const concern: PeerFigure = { own: 57.9, plans: 12, lower: 48.2, median: 52, upper: 61 };
const compared = { because: null, figures: { score, lifeInsuranceConcern: concern, mobileNumberProvided: concern } };
const card = async (name: string | RegExp) => within(await screen.findByRole('region', { name }));

describe('The peers of a plan', () => {
  it('are shown under its score, the shares of its areas and its flags', async () => {
    portal({ user: dana, peers: () => compared });
    openAt('/dashboard');
    const star = await card('Plan SuperScore');
    expect(await star.findByText('Half of 12 plans: 2.91 to 3.04')).toBeVisible();
    expect((await card('Inadequate life insurance')).getByText('Half of 12 plans: 48.2 to 61.0%')).toBeInTheDocument();
    const [mark] = await screen.findAllByRole('button', { name: /^What the line means/ });
    expect(mark).toHaveAccessibleName(
      /12 of them, by their published figures of 30\/06\/2020\. An area without the line/,
    );
    const mobile = within(await screen.findByRole('group', { name: 'Mobile number' }));
    expect(await mobile.findByText('Half of 12 plans: 48.2 to 61.0%')).toBeInTheDocument();
    // Fewer than 11 plans publish the other figures.
    expect((await card('Low account balance')).queryByText(/^Half of/)).toBeNull();
  });

  it('are explained once for each group of marks, and by no figure itself', async () => {
    portal({ user: dana, peers: () => compared });
    openAt('/dashboard');
    await (await card('Inadequate life insurance')).findByText(/^Half of/);
    await screen.findByText('Half of 12 plans: 2.91 to 3.04');
    // Fund fitness and member activity.
    expect(await screen.findAllByText('half of the 12 plans like yours lie here')).toHaveLength(2);
    expect(screen.queryByText(/Middle half/)).toBeNull();
  });

  it('are shown under figures of events in the period, for the same period', async () => {
    const askedFrom: (string | null)[] = [];
    portal({
      user: dana,
      peers: (from) => {
        askedFrom.push(from);
        return { because: null, from, figures: { loggedInMember: concern, contactRequested: concern } };
      },
    });
    const { user } = openAt('/dashboard?period=months3');
    const signedIn = await card('Logged-in members');
    expect(await signedIn.findByText('Half of 12 plans: 48.2 to 61.0%')).toBeInTheDocument();
    const contact = within(await screen.findByRole('group', { name: 'Contact requested' }));
    expect(await contact.findByText('Half of 12 plans: 48.2 to 61.0%')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /, Period$/ }));
    await user.click(await screen.findByRole('option', { name: /Last month/ }));
    await waitFor(() => expect(askedFrom).toHaveLength(2));
    expect(await signedIn.findByText('Half of 12 plans: 48.2 to 61.0%')).toBeInTheDocument();
    expect(askedFrom).toEqual(['2020-04', '2020-06']);
  });

  it('are shown on the page of an area', async () => {
    portal({ user: dana, peers: () => compared });
    openAt('/super/lifeInsurance');
    const concern = await card('Inadequate life insurance');
    expect(await concern.findByText('Half of 12 plans: 48.2 to 61.0%')).toBeInTheDocument();
    expect(await concern.findByText('half of the 12 plans like yours lie here')).toBeVisible();
  });

  it.each([
    [
      'fewPlans',
      'Fewer than 11 plans of 30 members or more are on its platform: there are no peers to compare it with.',
    ],
    ['fewMembers', 'Plans under 30 members are not compared with others.'],
  ] as const)('are a sentence where there are none (%s)', async (because, sentence) => {
    portal({ user: dana, peers: () => ({ because, figures: {} }) });
    openAt('/dashboard');
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByText(/^Half of/)).toBeNull();
  });

  it('say once that they did not load, and can be requested again', async () => {
    let broken = true;
    portal({ user: dana, peers: () => (broken ? 'fails' : compared) });
    const { user } = openAt('/dashboard');
    const star = await card('Plan SuperScore');
    await star.findByText(/The peers of the plan did not load/);
    expect(screen.getAllByText(/peers of the plan did not load/)).toHaveLength(1);
    broken = false;
    await user.click(star.getByRole('button', { name: 'Try again' }));
    expect(await star.findByText('Half of 12 plans: 2.91 to 3.04')).toBeVisible();
  });

  it('are not shown beside exact or filtered figures', async () => {
    sessionStorage.setItem('currentPlan', JSON.stringify({ id: kestrel.id, name: kestrel.name }));
    portal({ user: helen, peers: () => compared });
    const { user } = openAt('/dashboard?plan=T.K1');
    const star = await card('Plan SuperScore');
    await star.findByText('Half of 12 plans: 2.91 to 3.04');
    await user.click(await screen.findByRole('radio', { name: 'Exact' }));
    await screen.findByText('Exact figures, staff only');
    expect(screen.queryByText('Half of 12 plans: 2.91 to 3.04')).toBeNull();
  });
});

describe('A figure’s peers in words', () => {
  it('are the range of half of the plans, or one number if it has no width', () => {
    expect(halfText(concern, 'percent')).toBe('Half of 12 plans: 48.2 to 61.0%');
    expect(halfText(score, 'stars')).toBe('Half of 12 plans: 2.91 to 3.04');
    expect(halfText({ ...score, lower: 3.04 }, 'stars')).toBe('Half of 12 plans: 3.04');
  });
});
