import type { ProviderWithLogo } from '@superscope/contracts/providers';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dana, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

const ada = withRights({ username: 'admin', name: 'Ada Chan', role: 'Admin', planId: null });
const logo = 'data:image/png;base64,iVBORw0KGgo=';
const png = (bytes = 20) => new File([new Uint8Array(bytes)], 'logo.png', { type: 'image/png' });

function holds(providers: ProviderWithLogo[]) {
  const asked: string[] = [];
  portal({ user: ada });
  server.use(
    http.get('/api/providers/logos', () => HttpResponse.json(providers)),
    http.post('/api/providers/:id/logo', ({ params }) => {
      asked.push(`upload ${String(params['id'])}`);
      return HttpResponse.json({ stream: 'provider-T', position: '1' });
    }),
    http.delete('/api/providers/:id/logo', ({ params }) => {
      asked.push(`remove ${String(params['id'])}`);
      return HttpResponse.json({ stream: 'provider-T', position: '2' });
    }),
  );
  return { ...openAt('/staff/providers'), asked };
}
const tallowood = { providerId: 'TALLOWOOD', name: 'Tallowood Retirement', abn: null, logo: null };

describe('The providers', () => {
  it('have a logo once an Admin uploads one', async () => {
    const { user, asked } = holds([tallowood]);
    const row = within(await screen.findByRole('row', { name: /Tallowood Retirement/ }));
    expect(await row.findByText('No logo')).toBeVisible();
    expect(row.queryByRole('button', { name: /^Remove/ })).toBeNull();
    await user.upload(document.querySelector<HTMLInputElement>('input[type="file"]')!, png());
    expect(await screen.findByText('Tallowood Retirement has a new logo.')).toBeVisible();
    expect(asked).toEqual(['upload TALLOWOOD']);
  });

  it('say at once that a file is too large, and what the server says of another file', async () => {
    const { user, asked } = holds([tallowood]);
    await screen.findByRole('row', { name: /Tallowood Retirement/ });
    const field = document.querySelector<HTMLInputElement>('input[type="file"]')!;
    await user.upload(field, png(1024 ** 2 + 1));
    expect(await screen.findByText('The file is larger than 1 MB.')).toBeVisible();
    expect(asked).toEqual([]);
    const message = 'The file is neither a PNG nor a JPEG picture.';
    server.use(http.post('/api/providers/:id/logo', () => HttpResponse.json({ message }, { status: 400 })));
    await user.upload(field, png());
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('lose their logo after a question', async () => {
    const { user, asked } = holds([{ ...tallowood, logo }]);
    expect(await screen.findByRole('img', { name: 'Logo of Tallowood Retirement' })).toHaveAttribute('src', logo);
    await user.click(screen.getByRole('button', { name: 'Remove the logo of Tallowood Retirement' }));
    expect(asked).toEqual([]);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Tallowood Retirement has no logo any more.')).toBeVisible();
    expect(asked).toEqual(['remove TALLOWOOD']);
  });

  it('are not for other roles', async () => {
    portal({ user: dana });
    openAt('/staff/providers');
    expect(await screen.findByText('This page is not for your role')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Providers' })).toBeNull();
  });
});
