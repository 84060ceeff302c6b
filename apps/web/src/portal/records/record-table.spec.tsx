import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { csvRows, type RecordColumn } from './record-columns';
import { RecordTable, type RecordTableProps } from './record-table';

interface Batch {
  id: string;
  name: string;
  failed: number | null;
}
const batches: Batch[] = [
  { id: '1', name: 'Contacts', failed: 3 },
  { id: '2', name: 'Accounts', failed: null },
  { id: '3', name: 'Zones', failed: 12 },
];
const columns: RecordColumn<Batch>[] = [
  { head: 'Batch', cell: ({ name }) => name, sort: ({ name }) => name, csv: ({ name }) => name, csvHead: 'name' },
  { head: 'Failed', cell: ({ failed }) => failed ?? '–', sort: ({ failed }) => failed, csv: ({ failed }) => failed },
  { head: 'Actions', quiet: true, cell: ({ name }) => <button type="button">Stop {name}</button> },
];

function draw(props: Partial<RecordTableProps<Batch>> = {}) {
  const table = (more: Partial<RecordTableProps<Batch>>) => (
    <RecordTable label="Batches" rows={batches} columns={columns} idOf={({ id }) => id} {...props} {...more} />
  );
  const { rerender } = render(table({}));
  return { user: userEvent.setup({ delay: null }), change: (more: typeof props) => rerender(table(more)) };
}

const names = () => screen.getAllByRole('button', { name: /^Stop/ }).map(({ textContent }) => textContent.slice(5));

/** A screen narrower than a table of records needs. */
function narrow() {
  const media = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.spyOn(window, 'matchMedia').mockReturnValue(media as unknown as MediaQueryList);
}
afterEach(() => void vi.restoreAllMocks());

describe('A table of records', () => {
  it('keeps the order in which they came until a heading is pressed', async () => {
    const { user } = draw();
    expect(names()).toEqual(['Contacts', 'Accounts', 'Zones']);
    await user.click(screen.getByRole('button', { name: 'Batch' }));
    expect(names()).toEqual(['Accounts', 'Contacts', 'Zones']);
    expect(screen.getByRole('columnheader', { name: 'Batch' })).toHaveAttribute('aria-sort', 'ascending');
    await user.click(screen.getByRole('button', { name: 'Batch' }));
    expect(names()).toEqual(['Zones', 'Contacts', 'Accounts']);
  });

  it('sorts numbers from the largest, and records without a value last in either direction', async () => {
    const { user } = draw();
    await user.click(screen.getByRole('button', { name: 'Failed' }));
    expect(names()).toEqual(['Zones', 'Contacts', 'Accounts']);
    await user.click(screen.getByRole('button', { name: 'Failed' }));
    expect(names()).toEqual(['Contacts', 'Zones', 'Accounts']);
  });

  it('turns its pages, and begins another search at the first', async () => {
    const { user, change } = draw({ pages: 2, search: '' });
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(names()).toEqual(['Zones']);
    change({ search: 'o' });
    expect(names()).toEqual(['Contacts', 'Accounts']);
  });

  it('opens a row in place; Escape closes it, and the focus goes back to its button', async () => {
    const { user } = draw({
      opens: { label: ({ name }) => `${name}: receipts`, more: ({ name }) => <a href="/">Receipt of {name}</a> },
    });
    const button = screen.getByRole('button', { name: 'Contacts: receipts' });
    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    screen.getByRole('link', { name: 'Receipt of Contacts' }).focus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('link', { name: 'Receipt of Contacts' })).toBeNull();
    expect(button).toHaveFocus();
  });

  it('says that it loads, that it did not load, or that there is nothing', async () => {
    const refetch = vi.fn();
    const empty = { icon: () => null, title: 'No batch yet' } as never;
    const { user, change } = draw({ rows: undefined, what: 'The batches', query: { isError: false, refetch }, empty });
    expect(screen.getByRole('status', { name: 'Loading the batches' })).toBeInTheDocument();
    change({ query: { isError: true, refetch } });
    expect(screen.getByRole('alert')).toHaveTextContent('The batches did not load');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
    change({ rows: [], query: { isError: false, refetch } });
    expect(await screen.findByText('No batch yet')).toBeVisible();
  });

  it('is a list on narrow screens, with the same columns line by line, and can be sorted there too', async () => {
    narrow();
    const { user } = draw({ columns: [columns[0]!, { ...columns[1]!, listed: ({ failed }) => failed !== null }] });
    expect(screen.queryByRole('table')).toBeNull();
    const items = () => within(screen.getByRole('list', { name: 'Batches' })).getAllByRole('listitem');
    expect(items().map(({ textContent }) => textContent)).toEqual(['ContactsFailed3', 'Accounts', 'ZonesFailed12']);
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Failed');
    await user.click(screen.getByRole('button', { name: 'Sorted descending: turn' }));
    expect(items().map(({ textContent }) => textContent)).toEqual(['ContactsFailed3', 'ZonesFailed12', 'Accounts']);
  });
});

it('A CSV file has the columns that are saved, under their own headings', () => {
  expect(csvRows(batches.slice(0, 2), columns)).toEqual([
    ['name', 'Failed'],
    ['Contacts', 3],
    ['Accounts', null],
  ]);
});
