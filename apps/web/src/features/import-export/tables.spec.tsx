import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { dana } from '../../test/portal';
import { server } from '../../test/server';
import { fund } from './import-export.fixtures';

describe('The tables', () => {
  it('are listed in their order with their content, and show their fields', async () => {
    const { user } = fund();
    const list = within(await screen.findByRole('list', { name: 'Tables in their order' }));
    expect(list.getAllByRole('button').map((button) => button.textContent)).toEqual(['Providers', 'Plans']);
    await list.findByRole('img', { name: 'Imported' });
    await user.click(list.getByRole('button', { name: 'Plans' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Plans' }));
    await dialog.findByText('The rule of startDate.');
    await dialog.findByText('An example of planId');
  });

  it('are exported by platform and plan, and all fields as a file', async () => {
    const asked: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const { user } = fund();
    const file = (name: string) => () =>
      new HttpResponse('a,b', { headers: { 'Content-Disposition': `attachment; filename="${name}"` } });
    server.use(
      http.get('/api/csv/:table/export', ({ request }) => {
        const { pathname, search } = new URL(request.url);
        asked.push(pathname + search);
        return file('plans_23112026.csv')();
      }),
      http.get('/api/csv/exportDynamicFields', file('dynamicFields_23112026.csv')),
    );
    const card = within(await screen.findByRole('region', { name: 'Export' }));
    expect(card.queryByLabelText('Platform')).toBeNull();
    await user.selectOptions(card.getByLabelText('Table'), 'plans');
    await user.selectOptions(card.getByLabelText('Platform'), 'T');
    await user.click(card.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(asked).toEqual(['/api/csv/plans/export?platformId=T']));
    await waitFor(() => expect(names).toEqual(['plans_23112026.csv']));
    await user.click(card.getByRole('button', { name: 'Dynamic Fields' }));
    await waitFor(() => expect(names).toEqual(['plans_23112026.csv', 'dynamicFields_23112026.csv']));
    vi.restoreAllMocks();
  });

  it('say why an export failed', async () => {
    const { user } = fund();
    server.use(http.get('/api/csv/:table/export', () => HttpResponse.json({ message: 'Not now.' }, { status: 503 })));
    const card = within(await screen.findByRole('region', { name: 'Export' }));
    await user.click(card.getByRole('button', { name: 'CSV' }));
    await screen.findByText(/Not now/);
  });
});

it('Import / Export is refused to employers', async () => {
  fund({ user: dana });
  expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Import / Export' })).toBeNull();
});
