import { audienceHeader } from '@superscope/contracts/analytics/audience-header';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { describe, expect, it, vi } from 'vitest';
import { askFigures } from './ask-figures';

const members: AnalyticsQuery = { measures: ['MemberSnapshot.countMembers'] };
const score: AnalyticsQuery = { measures: ['SuperScore.averageSuperScore'] };
const data = (n: number) => ({ status: 200, figures: { data: [{ 'MemberSnapshot.countMembers': n }] } });
const asked = (send: ReturnType<typeof vi.fn>) =>
  send.mock.calls.map(([args]) => args as { body: unknown; headers?: Record<string, string> });

describe('The figures that cards request while a page is drawn', () => {
  it('share one request, and each card gets its own answer', async () => {
    const send = vi.fn().mockResolvedValue({ data: { answers: [data(1), data(2)] } });
    const store = { extra: {} };
    const answers = await Promise.all([
      askFigures(members, 'employer', store, send),
      askFigures(score, 'employer', store, send),
    ]);
    expect(asked(send).map(({ body }) => body)).toEqual([{ queries: [members, score] }]);
    expect(answers.map((answer) => answer.data)).toEqual([data(1).figures, data(2).figures]);
  });

  it('never share a request between audiences', async () => {
    const send = vi.fn().mockResolvedValue({ data: { answers: [data(1)] } });
    const store = { extra: {} };
    await Promise.all([askFigures(members, 'employer', store, send), askFigures(members, 'staff', store, send)]);
    expect(asked(send).map(({ headers }) => headers?.[audienceHeader])).toEqual([undefined, 'staff']);
  });

  it('are refused one by one, in the server’s words and with its reference', async () => {
    const response = new Response(null, { headers: { 'X-Correlation-Id': 'c0ffee' } });
    const answers = [data(1), { status: 403, error: 'Not published.' }, { status: 500, error: 'Internal error' }];
    const send = vi.fn().mockResolvedValue({ data: { answers }, meta: { response } });
    const store = { extra: {} };
    const [first, second, third] = await Promise.all(
      [members, score, { ...members, limit: 1 }].map((query) => askFigures(query, 'employer', store, send)),
    );
    expect(first!.error).toBeUndefined();
    expect(second!.error).toEqual({ status: 403, data: { error: 'Not published.' } });
    expect(third!.error).toEqual({ status: 500, data: { error: 'Internal error' }, reference: 'c0ffee' });
  });

  it('fail together if no answer arrives', async () => {
    const store = { extra: {} };
    const refused = vi.fn().mockResolvedValue({ error: { status: 'FETCH_ERROR', error: 'away' } });
    const broken = vi.fn().mockRejectedValue(new Error('broken'));
    expect((await askFigures(members, 'employer', store, refused)).error).toMatchObject({ status: 'FETCH_ERROR' });
    expect((await askFigures(members, 'employer', store, broken)).error).toMatchObject({ status: 'CUSTOM_ERROR' });
  });
});
