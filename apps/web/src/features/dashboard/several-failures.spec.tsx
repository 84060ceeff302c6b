import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dana, isAbout, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';

const failing = (...members: string[]) =>
  portal({ user: dana, reply: (query) => (members.some((name) => isAbout(query, name)) ? 'fails' : undefined) });
const card = async (name: string) => within(await screen.findByRole('region', { name }));

describe('A card that did not load', () => {
  it('says that the rest of the page is up to date when it is the only one', async () => {
    failing('Member.consolidationVerified');
    openAt('/dashboard');
    const failed = await card('Consolidation verified');
    expect(await failed.findByText('Consolidation verified did not load')).toBeVisible();
    expect(await failed.findByText('The rest of the page is up to date.')).toBeVisible();
  });

  it('does not say so if another card did not load either', async () => {
    failing('Member.consolidationVerified', 'Member.makingVoluntaryContributions');
    openAt('/dashboard');
    for (const name of ['Consolidation verified', 'Voluntary contributions'])
      expect(await (await card(name)).findByText('Other figures did not load either.')).toBeVisible();
    expect(screen.queryByText('The rest of the page is up to date.')).toBeNull();
  });
});
