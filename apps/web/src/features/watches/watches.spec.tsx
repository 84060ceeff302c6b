import type { OwnWatches, Watch } from '@superscope/contracts/watches';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dana, helen, kestrel, portal } from '../../test/portal';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

const score: Watch = {
  watchId: 'w1',
  planId: kestrel.id,
  planName: kestrel.name,
  metric: 'superScore',
  direction: 'below',
  threshold: 3,
  toldOf: '2020-05',
};

/** The server with a reader's watches. Returns the requests that it received. */
function reader(watches: Watch[] = [], { user = dana, canBeMailed = true } = {}) {
  portal({ user });
  let own = watches;
  const told: unknown[] = [];
  server.use(
    http.get('/api/watches', () => HttpResponse.json({ watches: own, canBeMailed } satisfies OwnWatches)),
    http.post('/api/watches', async ({ request }) => {
      const terms = (await request.json()) as Watch;
      told.push(terms);
      own = [...own, { ...terms, watchId: `w${own.length + 1}`, planName: kestrel.name, toldOf: null }];
      return HttpResponse.json({ stream: 'watch-dana', revision: '0', position: '0' });
    }),
    http.delete('/api/watches/:watchId', ({ params }) => {
      told.push(params['watchId']);
      own = own.filter(({ watchId }) => watchId !== params['watchId']);
      return HttpResponse.json({ stream: 'watch-dana', revision: '1', position: '1' });
    }),
  );
  return told;
}
const list = async () => within(await screen.findByRole('region', { name: 'What you watch' }));

describe('My watches', () => {
  it('sets a value for a figure, and lists it', async () => {
    const told = reader();
    const { user } = openAt('/watches');
    expect(await screen.findByText('You watch nothing yet')).toBeVisible();
    await user.selectOptions(await screen.findByLabelText('Figure'), 'No nominated beneficiary');
    await user.selectOptions(screen.getByLabelText('When it'), 'rises above');
    await user.type(screen.getByLabelText('Value'), '45 %');
    await user.click(screen.getByRole('button', { name: 'Watch' }));
    expect(await screen.findByText('You watch: No nominated beneficiary above 45%')).toBeVisible();
    expect(
      await screen.findByRole('button', { name: `Stop watching No nominated beneficiary above 45%, ${kestrel.name}` }),
    ).toBeVisible();
    const metric = 'nominatedBeneficiaryConcern';
    expect(told).toEqual([{ planId: kestrel.id, metric, direction: 'above', threshold: 45 }]);
  });

  it('refuses a value that is not a number, or that the figure cannot have', async () => {
    const told = reader();
    const { user } = openAt('/watches');
    await user.click(await screen.findByRole('button', { name: 'Watch' }));
    expect(await screen.findByText('Enter a number')).toBeVisible();
    await user.type(screen.getByLabelText('Value'), '7');
    await user.click(screen.getByRole('button', { name: 'Watch' }));
    expect(await screen.findByText('The figure is in stars, 0 to 5')).toBeVisible();
    expect(told).toEqual([]);
  });

  it('announces each closing month while the switch is on', async () => {
    const told = reader();
    const { user } = openAt('/watches');
    const toggle = await screen.findByRole('switch', { name: 'Tell me of each month that closes' });
    await user.click(toggle);
    await waitFor(() => expect(toggle).toBeChecked());
    expect((await list()).getByText('Each month that closes')).toBeVisible();
    await user.click(toggle);
    await waitFor(() => expect(toggle).not.toBeChecked());
    expect(told).toEqual([{ planId: kestrel.id, metric: null, direction: null, threshold: null }, 'w1']);
  });

  it('shows the last notice of a watch, and stops it', async () => {
    const told = reader([score, { ...score, watchId: 'w2', planName: null, threshold: 2, toldOf: null }]);
    const { user } = openAt('/watches');
    expect(await screen.findByText(`${kestrel.name} · told of May 2020`)).toBeVisible();
    expect(await screen.findByText('A plan that is out of your reach: nothing is mailed')).toBeVisible();
    await user.click(screen.getByRole('button', { name: `Stop watching Plan SuperScore below 3.00, ${kestrel.name}` }));
    await waitFor(() => expect(screen.queryByText(/told of May 2020/)).toBeNull());
    expect(told).toEqual(['w1']);
  });

  it('says why a watch was refused, and what did not load', async () => {
    reader();
    const message = 'You have 50 watches, which is the most.';
    server.use(
      http.get('/api/watches', () => HttpResponse.json({}, { status: 500 })),
      http.post('/api/watches', () => HttpResponse.json({ message }, { status: 409 })),
    );
    const { user } = openAt('/watches');
    expect(await screen.findByText('What you watch did not load')).toBeVisible();
    await user.type(await screen.findByLabelText('Value'), '3');
    await user.click(screen.getByRole('button', { name: 'Watch' }));
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('says that mails need an address', async () => {
    reader([], { canBeMailed: false });
    openAt('/watches');
    expect(await screen.findByText(/has no e-mail address/)).toBeVisible();
  });

  it('asks for a plan if none is chosen', async () => {
    reader([], { user: helen });
    openAt('/watches');
    expect(await screen.findByText('Please select a plan')).toBeVisible();
    expect(await screen.findByPlaceholderText('Enter plan - start typing')).toBeVisible();
  });

  it('are not for an Auditor, who writes nothing', async () => {
    portal({ user: withRights({ ...helen, role: 'Auditor' }) });
    openAt('/watches');
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  });
});

describe('A figure’s bell', () => {
  it('leads from the dashboard to the figure’s watch; the user menu leads to all watches', async () => {
    reader([score]);
    const { user } = openAt('/dashboard');
    await user.click(await screen.findByRole('link', { name: 'Watch Plan SuperScore' }));
    await waitFor(() => expect(address()).toBe('/watches?plan=T.K1&metric=superScore'));
    expect(await screen.findByLabelText('Figure')).toHaveValue('superScore');
    await user.click(screen.getByRole('button', { name: /user menu/ }));
    await user.click(await screen.findByRole('link', { name: 'My watches' }));
    await waitFor(() => expect(address()).toBe('/watches'));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'My watches' })).toBeNull());
  });

  it('is not shown to an Auditor, who writes nothing', async () => {
    portal({ user: withRights({ ...helen, role: 'Auditor' }) });
    openAt(`/dashboard?plan=${kestrel.id}`);
    expect(await screen.findByRole('link', { name: 'View details' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Watch Plan SuperScore' })).toBeNull();
  });
});
