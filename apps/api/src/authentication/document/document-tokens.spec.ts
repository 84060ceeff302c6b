import { describe, expect, it } from 'vitest';
import { inScope } from '../../platform/access/principal.js';
import { RequestPrincipalResolver } from '../session/request-principal-resolver.js';
import { DocumentTokens, isDocumentToken } from './document-tokens.js';

/** The part of a collection that tokens use, in memory. */
class Kept {
  readonly documents = new Map<string, { _id: string; endsAt: Date }>();
  insertOne = async (document: { _id: string; endsAt: Date }) => void this.documents.set(document._id, document);
  findOne = async ({ _id }: { _id: string }) => this.documents.get(_id) ?? null;
  deleteOne = async ({ _id }: { _id: string }) => void this.documents.delete(_id);
}

function setUp() {
  const kept = new Kept();
  let now = new Date('2026-11-23T10:00:00Z');
  const tokens = new DocumentTokens({ db: { collection: () => kept } } as never, { now: () => now } as never);
  const none = {} as never;
  const principalOf = (text: string) =>
    new RequestPrincipalResolver({} as never, none, none, none, tokens, none).peek({
      headers: { authorization: `Bearer ${text}` },
    } as never);
  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  return { tokens, kept, principalOf, later };
}
const report = { document: 'pcmreport', planId: 'TWR.P0001', userId: 'u1' };

describe('the token of a document', () => {
  it('reads only its plan, like the plan’s own representative', async () => {
    const { tokens, principalOf } = setUp();
    const principal = await principalOf(await tokens.issue(report));
    expect(principal).toMatchObject({ userId: 'u1', role: 'CompanyRep', document: 'pcmreport' });
    expect(inScope(principal!.scope, 'TWR.P0001')).toBe(true);
    expect(inScope(principal!.scope, 'LBE.P0009')).toBe(false);
  });

  it('ends after five minutes', async () => {
    const { tokens, principalOf, later } = setUp();
    const text = await tokens.issue(report);
    later(4.9);
    expect(await principalOf(text)).not.toBeNull();
    later(0.1);
    expect(await principalOf(text)).toBeNull();
  });

  it('is invalid once its document is made, like one that was never issued', async () => {
    const { tokens, principalOf } = setUp();
    const text = await tokens.issue(report);
    await tokens.revoke(text);
    expect(await principalOf(text)).toBeNull();
    expect(await principalOf(`ssd_${'A'.repeat(43)}`)).toBeNull();
    expect(await principalOf('ssd_short')).toBeNull();
  });

  it('is not stored readably, and is distinguished from the token of an application', async () => {
    const { tokens, kept } = setUp();
    const text = await tokens.issue(report);
    expect(JSON.stringify([...kept.documents.values()])).not.toContain(text);
    expect(isDocumentToken(text)).toBe(true);
    expect(isDocumentToken('ssa_u1.0')).toBe(false);
  });
});
