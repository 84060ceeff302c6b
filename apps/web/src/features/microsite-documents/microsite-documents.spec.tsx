import type { DocumentMappings, LibraryDocument, SeenDocuments, SyncState } from '@superscope/contracts/microsites';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dropFiles } from '../../test/drop-files';
import { dana, helen, kestrel, portal } from '../../test/portal';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { typeDate } from '../../test/type-date';
import { moved } from './moving';
import { sinceText } from './seen-card';

const id = (number: number) => `0b8f6a3e-3f2b-4c62-9d6e-${String(number).padStart(12, '0')}`;
const written = { stream: 'micrositeList-T.E1', revision: '9', position: '9' };

const document = (number: number, title: string | null, more: Partial<LibraryDocument> = {}): LibraryDocument => ({
  documentId: id(number),
  revision: 0,
  platformId: 'T',
  planId: null,
  companyId: null,
  isFor: 'Tallowood Retirement',
  type: 'Info',
  title,
  description: null,
  url: null,
  filename: 'Paper.pdf',
  file: true,
  digest: 'ab',
  isRefused: false,
  pages: 4,
  size: 421_888,
  modified: '2026-10-01T00:00:00.000Z',
  mapped: 1,
  mayChange: true,
  ...more,
});
const link = {
  url: 'https://fund.example/combine',
  filename: null,
  file: false,
  digest: null,
  pages: null,
  size: null,
};
const summary = document(1, null, { type: 'PlanSummary', planId: 'T.K1', isFor: kestrel.name, mapped: 2 });
const seminar = document(2, 'Kestrel seminar', { companyId: 'T.E1', planId: 'T.K1', description: 'Geelong', ...link });
const statement = document(3, 'Product statement', { platformId: null, isFor: null, mapped: 0 });
const fees = document(4, 'Fees from July 2026', { mapped: 1 });
const documents = [summary, seminar, statement, fees];

const mapping = (number: number, companyId: string, of: LibraryDocument, sequence: number) => ({
  id: id(100 + number),
  companyId,
  documentId: of.documentId,
  sequence,
});
const own: DocumentMappings = {
  mappings: [mapping(1, 'T.E1', summary, 1), mapping(2, 'T.E1', seminar, 2), mapping(3, 'T.E1', fees, 5)],
  lists: [{ companyId: 'T.E1', companyName: 'Kestrel Freight', changes: 7, revision: 6 }],
};
const ofPlan: DocumentMappings = {
  mappings: [...own.mappings, mapping(4, 'T.E2', statement, 1)],
  lists: [
    ...own.lists,
    { companyId: 'T.E2', companyName: 'Kestrel Ports', changes: 1, revision: 0 },
    { companyId: 'T.E3', companyName: 'Kestrel Cold Storage', changes: 0, revision: -1 },
  ],
};
const seenOf = ({ documentId, type, title, url, pages, size }: LibraryDocument) => ({
  documentId,
  type,
  title: title ?? 'Plan summary',
  url,
  pages,
  size,
});
const leftOut = [{ companyName: 'Kestrel Ports', reason: 'An employer has at most 500 documents.' }];
const today: SeenDocuments = {
  companyId: 'T.E1',
  revision: 11,
  documents: [summary, seminar].map(seenOf),
  since: null,
};
const past: SeenDocuments = {
  companyId: 'T.E1',
  revision: 4,
  documents: [summary].map(seenOf),
  since: { added: 1, removed: 0, moved: 2 },
};

interface Sent {
  route: string;
  body: unknown;
}

/** The server, and what was sent to it. `refusal` is its answer to every write, and `notices` what it says of a file. */
function microsites(
  user = helen,
  refusal?: { status: number; message: string },
  notices: readonly string[] = [],
): Sent[] {
  portal({ user, plans: [{ id: 'T.K1', name: kestrel.name, members: null }] });
  const sent: Sent[] = [];
  let current = own;
  const wrote = async ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const isJson = text.startsWith('{');
    sent.push({
      route: `${request.method} ${pathname}${search}`,
      body: isJson ? (JSON.parse(text) as unknown) : text,
    });
    return refusal
      ? HttpResponse.json({ message: refusal.message }, { status: refusal.status })
      : HttpResponse.json({ ...written, message: 'Microsite Cache Refreshed', added: 2, leftOut, notices });
  };
  server.use(
    http.get('/api/platforms', () =>
      HttpResponse.json([
        { id: 'T', name: 'Tallowood Retirement' },
        { id: 'B', name: 'Banksia Super' },
      ]),
    ),
    http.get('/api/plan/:id/groups', () =>
      HttpResponse.json({ companies: [{ value: 'T.E1', label: 'Kestrel Freight' }], categories: [] }),
    ),
    http.get('/api/documents', () => HttpResponse.json(documents)),
    http.get('/api/documents/mappings', ({ request }) =>
      HttpResponse.json(new URL(request.url).searchParams.has('companyId') ? current : ofPlan),
    ),
    http.get('/api/documents/seen', ({ request }) =>
      HttpResponse.json(new URL(request.url).searchParams.has('on') ? past : today),
    ),
    http.get('/api/documents/syncUAT', () => HttpResponse.json({ isOffered: false, last: null })),
    http.post('/api/documents', wrote),
    http.delete('/api/documents/:id', wrote),
    http.post('/api/documents/mappings', wrote),
    http.post('/api/documents/mappings/plan', wrote),
    http.patch('/api/documents/mappings', async (given) => {
      const { mappingIds } = (await given.request.clone().json()) as { mappingIds: string[] };
      if (refusal === undefined)
        current = {
          mappings: mappingIds.map((each, at) => ({
            ...own.mappings.find((one) => one.id === each)!,
            sequence: at + 1,
          })),
          lists: [{ ...own.lists[0]!, changes: 8 }],
        };
      return wrote(given);
    }),
    http.delete('/api/documents/mappings/:id', wrote),
    http.delete('/api/companies/microsite/cacheEvict', wrote),
  );
  return sent;
}

const all = '?platform=T&plan=T.K1&employer=T.E1';
const open = (search = all) => openAt(`/staff/micrositeDocuments${search}`);
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const rows = async () => (await region('Employer mappings')).findAllByRole('listitem');
const handle = async (name: RegExp) => (await region('Employer mappings')).findByRole('button', { name });

describe('Microsite documents', () => {
  it('are for staff users', async () => {
    microsites(dana);
    open();
    expect(await screen.findByText('This page is not for your role')).toBeVisible();
  });

  it('that did not load say so with the server’s words, and so does the button that sends them on', async () => {
    microsites();
    const message = 'There is no such employer.';
    server.use(
      http.get('/api/documents', () => HttpResponse.json({ message }, { status: 404 })),
      http.get('/api/documents/syncUAT', () => HttpResponse.json({ message: 'No state.' }, { status: 500 })),
    );
    open();
    expect(await (await region('Resource library')).findByText(message)).toBeVisible();
    expect(await screen.findByText('No state.')).toBeVisible();
  });

  it('are listed with for whom they are, their file, and how many employers have them', async () => {
    microsites();
    open();
    const library = await region('Resource library');
    expect(await library.findByText('4 that this employer could have')).toBeVisible();
    const row = (name: RegExp) => within(library.getByRole('row', { name }));
    expect(row(/Plan summary/).getByText('this plan')).toBeVisible();
    expect(row(/Plan summary/).getByText('4 p, 412 KB')).toBeVisible();
    expect(row(/Plan summary/).getByText('Shown')).toBeVisible();
    expect(row(/Kestrel seminar/).getByText('this employer')).toBeVisible();
    expect(row(/Kestrel seminar/).getByText('link')).toBeVisible();
    expect(row(/Product statement/).getByText('all')).toBeVisible();
    expect(row(/Product statement/).getByText('none')).toBeVisible();
    expect(row(/Product statement/).getByRole('button', { name: 'Delete Product statement' })).toBeVisible();
    expect(row(/Plan summary/).queryByRole('button', { name: /Delete/ })).toBeNull();
  });

  it('stand on pages of 20, in the library and in the list of an employer', async () => {
    microsites();
    const many = Array.from({ length: 21 }, (_, at) => document(500 + at, `Paper ${at + 1}`));
    const mappings = many.map((each, at) => mapping(500 + at, 'T.E1', each, at + 1));
    server.use(
      http.get('/api/documents', () => HttpResponse.json(many)),
      http.get('/api/documents/mappings', () => HttpResponse.json({ ...own, mappings })),
    );
    const { user } = open();
    const [library, list] = [await region('Resource library'), await region('Employer mappings')];
    for (const card of [library, list]) expect(await card.findByText('1 – 20 of 21')).toBeVisible();
    expect(list.getAllByRole('listitem')).toHaveLength(20);
    for (const card of [library, list]) await user.click(card.getByRole('button', { name: 'Next page' }));
    expect(await library.findByRole('row', { name: /Paper 21/ })).toBeVisible();
    // The heading and the last one.
    expect(library.getAllByRole('row')).toHaveLength(2);
    expect((await list.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Paper 21'),
    ]);
  });

  it('are asked for without an employer, whom mappings need, and the cache of one platform or plan is not cleared', async () => {
    const sent = microsites();
    const { user } = open('?platform=T');
    expect(await (await region('Employer mappings')).findByText('Choose an employer')).toBeVisible();
    const clear = screen.getByRole('button', { name: 'Clear microsite cache' });
    expect(clear).toBeDisabled();
    await user.click(screen.getAllByRole('button', { name: /clear/i }).find((button) => button !== clear)!);
    await waitFor(() => expect(clear).toBeEnabled());
    await user.click(clear);
    expect(await screen.findByText('Microsite Cache Refreshed')).toBeVisible();
    expect(sent).toEqual([{ route: 'DELETE /api/companies/microsite/cacheEvict', body: '' }]);
  });

  it('lose plan and employer with another platform, and the employer with another plan', async () => {
    microsites();
    const { user } = open();
    const platform = await screen.findByRole('combobox', { name: 'Platform' });
    await waitFor(() => expect(platform).toHaveValue('Tallowood Retirement'));
    await user.clear(screen.getByRole('combobox', { name: 'Plan' }));
    await waitFor(() => expect(address()).toBe('/staff/micrositeDocuments?platform=T'));
    await user.clear(platform);
    await user.type(platform, 'Ban');
    await user.click(await screen.findByRole('option', { name: /ksia Super/ }));
    expect(address()).toBe('/staff/micrositeDocuments?platform=B');
  });

  it('are added with the messages of their rules, as Info at first', async () => {
    const sent = microsites();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'New document' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New document' }));
    const type = dialog.getByRole('combobox', { name: /^Type/ });
    expect(type).toHaveValue('Info');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Title is required')).toBeVisible();
    expect(await dialog.findByText('Url is required')).toBeVisible();
    await user.selectOptions(type, '');
    expect(await dialog.findByText('Type is required')).toBeVisible();
    await user.selectOptions(type, 'Form');
    await user.type(dialog.getByRole('textbox', { name: /^Title/ }), 'Nominate');
    await user.type(dialog.getByRole('textbox', { name: /^PDF or address/ }), 'https://fund.example/nominate');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'For' }), 'This platform');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent[0]!.route).toBe('POST /api/documents');
    expect(sent[0]!.body).toContain(
      '{"platformId":"T","planId":null,"companyId":null,"type":"Form","title":"Nominate","description":null,"url":"https://fund.example/nominate"}',
    );
  });

  it('take a PDF and nothing else, tell what it lost, and take a plan summary without a title', async () => {
    const sent = microsites(helen, undefined, ['Its signature was removed.']);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'New document' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByRole('combobox', { name: /^Type/ }), 'PlanSummary');
    const drop = (name: string, type: string) =>
      dropFiles(dialog.getByTestId('file-drop'), new File(['%PDF-'], name, { type }));
    drop('notes.docx', 'application/msword');
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      "File: 'notes.docx' type: 'application/msword' did not pass: '.pdf' validation constraint",
    );
    drop('Summary.pdf', 'application/pdf');
    expect(await dialog.findByText('Summary.pdf')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]!.body).toContain('filename="Summary.pdf"');
    expect(sent[0]!.body).toContain('"type":"PlanSummary","title":null');
    expect(await screen.findByText('The document is saved. Its signature was removed.')).toBeVisible();
  });

  it('keep their file when they are edited, and are deleted after a question', async () => {
    const sent = microsites();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Edit Product statement' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit document' }));
    expect(await dialog.findByText('Paper.pdf')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent[0]?.body).toContain(`"documentId":"${statement.documentId}"`));
    await user.click(await screen.findByRole('button', { name: 'Delete Product statement' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Product statement?' }));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sent[1]?.route).toBe(`DELETE /api/documents/${statement.documentId}`));
  });
});

describe('Sync with UAT', () => {
  const workId = id(900);
  const offered = (state: SyncState['last']) => {
    let last: SyncState['last'] = null;
    server.use(
      http.get('/api/documents/syncUAT', () => HttpResponse.json({ isOffered: true, last })),
      http.post('/api/documents/syncUAT', () => {
        last = state;
        return HttpResponse.json({ workId, isNew: true }, { status: 202 });
      }),
    );
  };

  it('is not offered on other hosts than the production host', async () => {
    microsites();
    open();
    await screen.findByText('Revision 11 of its list.');
    expect(screen.queryByRole('button', { name: 'Sync with UAT' })).toBeNull();
  });

  it('says that it is done', async () => {
    microsites();
    offered({ workId, state: 'done', reason: null });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Sync with UAT' }));
    expect(await screen.findByText('Documents Synced with UAT')).toBeVisible();
  });

  it('says what the other host left out', async () => {
    microsites();
    const reason = 'Left out: 3 documents and lists, whose platform, plan or employer the other host does not have.';
    offered({ workId, state: 'done', reason });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Sync with UAT' }));
    expect(await screen.findByText(`Documents Synced with UAT. ${reason}`)).toBeVisible();
  });

  it('says why it has failed', async () => {
    microsites();
    offered({ workId, state: 'failed', reason: 'uat.example does not answer.' });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Sync with UAT' }));
    expect(await screen.findByText('uat.example does not answer.')).toBeVisible();
  });
});

describe('The documents of an employer', () => {
  it('are moved by keys, saved where they are set down, and moved back by Undo', async () => {
    const sent = microsites();
    const { user } = open();
    (await handle(/^Move Kestrel seminar/)).focus();
    await user.keyboard(' {ArrowUp}');
    expect(await screen.findByText('Kestrel seminar, place 1 of 3')).toBeInTheDocument();
    expect((await rows())[0]).toHaveTextContent('Kestrel seminar');
    await user.keyboard('{Escape}');
    expect((await rows())[0]).toHaveTextContent('Plan summary');
    expect(sent).toEqual([]);
    (await handle(/^Move Kestrel seminar/)).focus();
    await user.keyboard(' {ArrowUp} ');
    await waitFor(() =>
      expect(sent).toEqual([
        {
          route: 'PATCH /api/documents/mappings',
          body: { companyId: 'T.E1', mappingIds: [id(102), id(101), id(103)], changes: 7 },
        },
      ]),
    );
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(sent[1]?.body).toEqual({ companyId: 'T.E1', mappingIds: [id(101), id(102), id(103)], changes: 10 }),
    );
  });

  it('are dragged, and put back with who changed them if somebody else did', async () => {
    const message = 'Daniel Okafor changed this list at 09:44. Yours was not saved: see theirs and move again.';
    const sent = microsites(helen, { status: 409, message });
    open();
    const [first, , third] = await rows();
    const dataTransfer = { setData: () => undefined, effectAllowed: '', dropEffect: 'move' };
    fireEvent.dragStart(third!, { dataTransfer });
    fireEvent.dragOver(first!, { dataTransfer });
    const [target] = await rows();
    expect(target).toHaveTextContent('Fees from July 2026');
    fireEvent.drop(target!, { dataTransfer });
    expect(await screen.findByText(message)).toBeVisible();
    expect(sent[0]!.body).toMatchObject({ mappingIds: [id(103), id(101), id(102)] });
    expect((await rows())[0]).toHaveTextContent('Plan summary');
  });

  it('are dragged with a finger by their handle, and stay where they were if the touch is broken off', async () => {
    const sent = microsites();
    open();
    const finger = { pointerType: 'touch', pointerId: 1, isPrimary: true };
    const touch = async (from: RegExp, over: number) => {
      fireEvent.pointerDown(await handle(from), finger);
      window.document.elementFromPoint = () => rowsNow()[over]!;
      fireEvent.pointerMove(window, finger);
    };
    const rowsNow = () => screen.getAllByRole('button', { name: /^Move / }).map((each) => each.closest('li')!);
    await touch(/^Move Fees from July 2026/, 0);
    await waitFor(() => expect(rowsNow()[0]).toHaveTextContent('Fees from July 2026'));
    fireEvent.pointerCancel(window, finger);
    await waitFor(() => expect(rowsNow()[0]).toHaveTextContent('Plan summary'));
    expect(sent).toEqual([]);
    await touch(/^Move Fees from July 2026/, 1);
    fireEvent.pointerUp(window, finger);
    await waitFor(() =>
      expect(sent).toEqual([
        {
          route: 'PATCH /api/documents/mappings',
          body: { companyId: 'T.E1', mappingIds: [id(101), id(103), id(102)], changes: 7 },
        },
      ]),
    );
  });

  it('are added behind the last one, at no sequence that another has', async () => {
    const sent = microsites();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add Product statement' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Product statement' }));
    const sequence = dialog.getByRole('textbox', { name: 'Sequence' });
    expect(sequence).toHaveValue('6');
    await user.clear(sequence);
    await user.type(sequence, '2');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('Conflicts with another Sequence')).toBeVisible();
    await user.clear(sequence);
    await user.type(sequence, '0');
    expect(await dialog.findByText('Sequence must be at least 1')).toBeVisible();
    await user.clear(sequence);
    await user.type(sequence, '3');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(sent[0]?.body).toEqual({
        mappingId: null,
        companyId: 'T.E1',
        documentId: statement.documentId,
        sequence: 3,
      }),
    );
  });

  it('are added for all employers of the plan who do not have them', async () => {
    const sent = microsites();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add Product statement' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Map to all 3 employers of the plan' }));
    const list = within(screen.getByRole('list', { name: 'Employers of the plan' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Kestrel Freightat 6, the end',
      'Kestrel Portshas it already',
      'Kestrel Cold Storageat 1',
    ]);
    await user.click(screen.getByRole('button', { name: 'Add to 2' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ planId: 'T.K1', documentId: statement.documentId }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Not added for Kestrel Ports: An employer has at most 500 documents.',
    );
  });

  it('are given another sequence, and removed after a question', async () => {
    const sent = microsites();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '2, change the place of Kestrel seminar' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change its place' }));
    const sequence = dialog.getByRole('textbox', { name: 'Sequence' });
    await user.clear(sequence);
    await user.type(sequence, '9');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ mappingId: id(102), sequence: 9 }));
    await user.click(await screen.findByRole('button', { name: 'Remove Kestrel seminar' }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent[1]?.route).toBe(`DELETE /api/documents/mappings/${id(102)}`));
  });

  it('are seen as today, and as on a past day', async () => {
    microsites();
    const { user } = open();
    const seen = await region('What the employer sees');
    expect(await seen.findByText('Revision 11 of its list.')).toBeVisible();
    await typeDate(user, 'Day', '14/10/2020');
    expect(await seen.findByText(/^As it stood at the end of/)).toHaveTextContent(
      'As it stood at the end of 14/10/2020: 1 document. Since then one was added and two changed places.',
    );
    await typeDate(user, 'Day', '14/10');
    expect(seen.getByText('14/10 is not a date. Write it as dd/mm/yyyy')).toBeVisible();
    expect(seen.getByText(/^As it stood at the end of 14\/10\/2020/)).toBeVisible();
    await user.click(seen.getByRole('button', { name: 'Today' }));
    expect(await seen.findByText('Revision 11 of its list.')).toBeVisible();
  });

  it('keep their places in a list when one moves within it', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a']);
    expect(sinceText('2026-10-14', { documents: [], since: { added: 0, removed: 0, moved: 0 } })).toBe(
      'As it stood at the end of 14/10/2026: 0 documents. Since then the list has not changed.',
    );
  });
});
