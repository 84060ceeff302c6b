import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { createStore } from '../../app/store';
import { dana, helen, kestrel } from '../../test/portal';
import { server } from '../../test/server';
import { welcome } from '../session/welcome';
import { baseApi } from './base.api';

const notesApi = baseApi.enhanceEndpoints({ addTagTypes: ['Notes'] }).injectEndpoints({
  endpoints: (build) => ({
    notes: build.query<string[], void>({ query: () => 'api/notes', providesTags: ['Notes'] }),
    writeNote: build.mutation<unknown, string>({
      query: (text) => ({ url: 'api/notes', method: 'POST', body: { text } }),
      invalidatesTags: ['Notes'],
    }),
  }),
});
const { notes, writeNote } = notesApi.endpoints;

/** A tab that reads and writes notes. Each note is the next event of its stream. */
async function open({ late = false, answers = true } = {}) {
  const asked: (string | null)[] = [];
  let position = 0;
  server.use(
    http.get('/api/plan', () => HttpResponse.json(kestrel)),
    http.get('/api/notes', ({ request }) => {
      asked.push(request.headers.get('X-After'));
      return HttpResponse.json([], late ? { headers: { 'X-Projected-Position': '0/0' } } : {});
    }),
    http.post('/api/notes', async ({ request }) => {
      expect(request.headers.get('X-After')).toBeNull();
      const { text } = (await request.json()) as { text: string };
      position += 1;
      if (!answers) return new HttpResponse(null, { status: 204 });
      return HttpResponse.json({ stream: `note-${text}`, revision: '0', position: `${position}/${position}` });
    }),
  );
  const store = createStore();
  store.dispatch(welcome(dana));
  const read = () => store.dispatch(notes.initiate(undefined, { forceRefetch: true, subscribe: false }));
  const write = (text: string) => store.dispatch(writeNote.initiate(text));
  return { store, asked, read, write };
}

describe('A read after a write', () => {
  it('names the write until an answer includes it', async () => {
    const { asked, read, write } = await open();
    await read();
    await write('a');
    await read();
    await read();
    expect(asked).toEqual([null, 'note-a@1/1', null]);
  });

  it('of data that the write made stale names it automatically', async () => {
    const { store, asked, write } = await open();
    await store.dispatch(notes.initiate());
    await write('a');
    await vi.waitFor(() => expect(asked).toEqual([null, 'note-a@1/1']), 30_000);
  });

  it('names it again for half a minute while the read models lack it', async () => {
    const { asked, read, write } = await open({ late: true });
    await write('a');
    await read();
    await read();
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000);
    await read();
    now.mockRestore();
    expect(asked).toEqual(['note-a@1/1', 'note-a@1/1', null]);
  });

  it('names the newest write first, and then the previous one of another stream', async () => {
    const { asked, read, write } = await open();
    await write('a');
    await write('b');
    await read();
    await read();
    await read();
    expect(asked).toEqual(['note-b@2/2', 'note-a@1/1', null]);
  });

  it('names nothing if the write returned no stream', async () => {
    const { asked, read, write } = await open({ answers: false });
    await write('a');
    await read();
    expect(asked).toEqual([null]);
  });

  it('names no write of another user', async () => {
    const { store, asked, read, write } = await open();
    await write('a');
    store.dispatch(welcome(helen));
    await read();
    expect(asked).toEqual([null]);
  });
});
