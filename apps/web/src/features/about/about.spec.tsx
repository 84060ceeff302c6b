import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dana, portal } from '../../test/portal';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';

const signedOut = () =>
  server.use(http.get('/api/authentication', () => HttpResponse.json({ message: 'No' }, { status: 401 })));
const linksUnderSignIn = async () => within(await screen.findByRole('navigation', { name: 'About' }));

describe('The Info menu', () => {
  it('has the three pages for everybody, and opens the operator’s own ones in a new tab', async () => {
    portal({ user: dana });
    server.use(
      http.get('/actuator/info', () =>
        HttpResponse.json({
          git: { commit: { id: null, time: null } },
          build: { time: null, version: '0.1.0' },
          maintenanceMessage: null,
          links: { about: 'https://fund.example/about' },
        }),
      ),
    );
    const { user } = openAt('/plans');
    const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
    await user.click(await menu.findByRole('button', { name: 'Info' }));
    await waitFor(() =>
      expect(menu.getByRole('link', { name: /^About Us/ })).toHaveAttribute('href', 'https://fund.example/about'),
    );
    expect(menu.getByRole('link', { name: /^About Us/ })).toHaveAttribute('target', '_blank');
    expect(menu.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact');
    expect(menu.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
  });
});

describe('About Us, Contact Us and Privacy Policy', () => {
  it('are the product’s own pages, open to everybody, with a way back', async () => {
    signedOut();
    const { user } = openAt('/login');
    for (const [label, path] of [
      ['About Us', '/about'],
      ['Contact Us', '/contact'],
      ['Privacy Policy', '/privacy'],
    ] as const) {
      await user.click((await linksUnderSignIn()).getByRole('link', { name: label }));
      expect(await screen.findByRole('heading', { name: label })).toBeVisible();
      expect(address()).toBe(path);
    }
    await user.click(screen.getByRole('link', { name: 'Back to the portal' }));
    expect(await screen.findByLabelText('Username or email')).toBeVisible();
  });

  it('are the operator’s pages where settings name them', async () => {
    signedOut();
    server.use(
      http.get('/actuator/info', () =>
        HttpResponse.json({
          git: { commit: { id: null, time: null } },
          build: { time: null, version: '0.1.0' },
          maintenanceMessage: null,
          links: { privacy: 'https://fund.example/privacy' },
        }),
      ),
    );
    openAt('/login');
    const links = await linksUnderSignIn();
    await waitFor(() =>
      expect(links.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
        'href',
        'https://fund.example/privacy',
      ),
    );
    expect(links.getByRole('link', { name: 'About Us' })).toHaveAttribute('href', '/about');
  });
});
