import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { finishDemo } from './demo-rest.js';

describe('The rest of the demo', () => {
  const plans = ['a', 'b', 'c'].map((name) => ({
    id: `T.${name}`,
    name,
    platform: { id: 'T', name: 'Tallowood' },
    members: 30,
  }));
  let server: Server;
  let url: string;
  /** Plans that flyers were uploaded to, one entry each. */
  let uploaded: string[];
  /** How many plans wait for their figures, at each look. */
  let waiting: number[];
  /** Ids of the plans that refuse flyers. */
  let refusing: string[];

  beforeEach(async () => {
    [uploaded, waiting, refusing] = [[], [], []];
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    server = createServer((request, answer) => {
      request.resume().on('end', () => {
        const json = (body: unknown, status = 200) =>
          answer.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
        if (request.url === '/api/plan?name=') return json(plans);
        if (request.url === '/api/asfa/progress') return json({ plans: 3, waiting: waiting.shift() ?? 0 });
        const plan = /^\/api\/plan\/([^/]+)\/flyers$/.exec(request.url!)?.[1];
        if (plan === undefined) return json({});
        if (refusing.includes(plan)) return json({ message: 'Later, please.' }, 503);
        uploaded.push(plan);
        return json({});
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await new Promise((resolve) => server.close(resolve));
  });

  it('gives each plan that has none its flyers, and waits for the figures of all plans', async () => {
    waiting = [3, 2, 1];
    const kept: (readonly string[])[] = [];
    await finishDemo(url, 'secret', ['T.b', 'T.c'], (due) => kept.push(due));
    expect(uploaded).toEqual([...Array<string>(4).fill('T.b'), ...Array<string>(4).fill('T.c')]);
    expect(kept).toEqual([['T.c'], [], []]);
    expect(waiting).toEqual([]);
  });

  it('goes on where it was interrupted', async () => {
    refusing = ['T.c'];
    let due: readonly string[] = ['T.b', 'T.c'];
    const keep = (left: readonly string[]) => (due = left);
    await expect(finishDemo(url, 'secret', due, keep)).rejects.toThrow('of c was refused with 503');
    expect(due).toEqual(['T.c']);
    [refusing, uploaded] = [[], []];
    await finishDemo(url, 'secret', due, keep);
    expect(uploaded).toEqual(Array<string>(4).fill('T.c'));
    expect(due).toEqual([]);
  });

  it('forgets plans that are no longer there', async () => {
    let due: readonly string[] = ['T.gone'];
    await finishDemo(url, 'secret', due, (left) => (due = left));
    expect(due).toEqual([]);
  });
});
