import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dana, helen, kestrel, news, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const section = async () => within(await screen.findByRole('region', { name: 'News' }));

describe('The news', () => {
  it('are the newest three of four, each of which opens as a whole', async () => {
    portal({ user: dana });
    const { user } = openAt('/dashboard');
    const shown = await section();
    const titles = (await shown.findAllByRole('heading', { level: 3 })).map((title) => title.textContent);
    expect(titles).toEqual(['News of 2020-06-29', 'News of 2020-05-12', 'News of 2020-04-06']);
    expect(shown.queryByRole('button', { name: 'Replace news' })).toBeNull();
    await user.click(shown.getByRole('button', { name: /Read more.*2020-05-12/ }));
    expect(await screen.findByText('At length, of 2020-05-12.')).toBeVisible();
  });

  it('say that they did not load, and can be retried', async () => {
    portal({ user: dana });
    let asked = 0;
    server.use(
      http.get('/api/news', () => (asked++ === 0 ? HttpResponse.json({}, { status: 500 }) : HttpResponse.json(news))),
    );
    const { user } = openAt('/dashboard');
    expect(await screen.findByText('The news did not load')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('News of 2020-06-29')).toBeVisible();
  });

  it('are replaced by staff with a file that the server checks', async () => {
    sessionStorage.setItem('currentPlan', JSON.stringify({ id: kestrel.id, name: kestrel.name }));
    portal({ user: helen });
    let items = news.items;
    server.use(
      http.get('/api/news', () => HttpResponse.json({ items })),
      http.put('/api/news', async ({ request }) => {
        const file = (await request.json()) as typeof news;
        if (file.items.length !== 4)
          return HttpResponse.json({ message: 'items: The file has 4 items.' }, { status: 400 });
        items = file.items;
        return HttpResponse.json({});
      }),
    );
    const { user } = openAt('/dashboard');
    await (await section()).findByRole('button', { name: 'Replace news' });
    const input = document.querySelector<HTMLInputElement>('#news input[type=file]')!;
    const send = (content: string) =>
      user.upload(input, new File([content], 'news.json', { type: 'application/json' }));
    await send('{');
    expect(await (await section()).findByRole('alert')).toHaveTextContent('The file is no JSON.');
    await send('{"items":[]}');
    expect(await (await section()).findByText('items: The file has 4 items.')).toBeVisible();
    await send(JSON.stringify({ items: news.items.map((item) => ({ ...item, title: `${item.title}, revised` })) }));
    expect(await (await section()).findByText('News replaced.')).toBeVisible();
    expect(await (await section()).findByText('News of 2020-06-29, revised')).toBeVisible();
  });
});
