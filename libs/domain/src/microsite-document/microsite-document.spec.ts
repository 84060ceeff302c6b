import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import {
  addDocument,
  deleteDocument,
  followDeletion,
  followDocument,
  isFor,
  micrositeDocumentStream,
  reviseDocument,
  titleOf,
  type DocumentDetails,
  type MicrositeDocumentEvent,
} from './microsite-document.js';

const file = { filename: 'Fees.pdf', sha256: 'ab', bytes: 90_112, pages: 2 };
const fees: DocumentDetails = {
  platformId: 'TWR',
  planId: null,
  companyId: null,
  type: 'Info',
  title: 'Fees from July 2026',
  description: 'What changed and why',
  url: null,
  file,
};
const added: MicrositeDocumentEvent = { type: 'MicrositeDocumentAdded', data: { documentId: 'd1', ...fees } };
const add = (changes: Partial<DocumentDetails>) =>
  given(micrositeDocumentStream).when(addDocument('d1', Object.assign({}, fees, changes)));

describe('a document of microsites', () => {
  it('is added once, as a PDF or as an address', () => {
    add({}).then(added);
    given(micrositeDocumentStream, added)
      .when(addDocument('d1', fees))
      .thenRefuses('conflict', 'This document exists already.');
    add({ file, url: 'https://fund.example/x' }).thenRefuses('invalid', 'A document is a PDF or an address, not both.');
    add({ file: null }).thenRefuses('invalid', 'Url is required');
  });

  it.each(['javascript:alert(1)', 'ftp://fund.example', 'fund.example', 'https://me:secret@fund.example'])(
    'never has the address %s',
    (url) => add({ file: null, url }).thenRefuses('invalid', 'An address begins with https:// or http://.'),
  );

  it('has a title if its type has no name of its own, and texts of limited length', () => {
    add({ title: null }).thenRefuses('invalid', 'Title is required');
    add({ title: 'x'.repeat(101) }).thenRefuses('invalid', 'At most 100 characters');
    add({ description: 'x'.repeat(256) }).thenRefuses('invalid', 'At most 255 characters');
    add({ file: null, url: `https://fund.example/${'x'.repeat(240)}` }).thenRefuses(
      'invalid',
      'At most 255 characters',
    );
    expect(titleOf({ type: 'PlanSummary', title: null })).toBe('Plan summary');
  });

  it('keeps its file when it is revised, unless it gets another one or an address', () => {
    const renamed: DocumentDetails = Object.assign({}, fees, { title: 'Fees' });
    given(micrositeDocumentStream, added)
      .when(reviseDocument('d1', Object.assign({}, renamed, { file: null })))
      .then({ type: 'MicrositeDocumentRevised', data: { documentId: 'd1', ...renamed } });
    const linked: DocumentDetails = Object.assign({}, fees, { file: null, url: 'https://fund.example/fees' });
    given(micrositeDocumentStream, added)
      .when(reviseDocument('d1', linked))
      .then({ type: 'MicrositeDocumentRevised', data: { documentId: 'd1', ...linked } });
    given(micrositeDocumentStream, added).when(reviseDocument('d1', fees)).then();
    given(micrositeDocumentStream)
      .when(reviseDocument('d1', fees))
      .thenRefuses('not-found', 'There is no such document.');
  });

  it('follows what it is elsewhere, whether it is there or not', () => {
    given(micrositeDocumentStream).when(followDocument('d1', fees)).then(added);
    given(micrositeDocumentStream, added).when(followDocument('d1', fees)).then();
    const linked: DocumentDetails = Object.assign({}, fees, { file: null, url: 'https://fund.example/fees' });
    given(micrositeDocumentStream, added)
      .when(followDocument('d1', linked))
      .then({ type: 'MicrositeDocumentRevised', data: { documentId: 'd1', ...linked } });
  });

  it('is deleted only when it is mapped to no employer', () => {
    const deleted: MicrositeDocumentEvent = { type: 'MicrositeDocumentDeleted', data: { documentId: 'd1' } };
    given(micrositeDocumentStream, added).when(deleteDocument('d1', 0)).then(deleted);
    given(micrositeDocumentStream, added)
      .when(deleteDocument('d1', 2))
      .thenRefuses('conflict', 'It is mapped to 2 employers. Only a document that is mapped to none can be deleted.');
    given(micrositeDocumentStream, added, deleted)
      .when(deleteDocument('d1', 0))
      .thenRefuses('not-found', 'There is no such document.');
  });

  it('is deleted once it was deleted elsewhere, and stays gone', () => {
    const deleted: MicrositeDocumentEvent = { type: 'MicrositeDocumentDeleted', data: { documentId: 'd1' } };
    given(micrositeDocumentStream, added).when(followDeletion('d1')).then(deleted);
    given(micrositeDocumentStream).when(followDeletion('d1')).then();
    given(micrositeDocumentStream, added, deleted).when(followDeletion('d1')).then();
  });

  it('is for its employer, its plan, its platform, or everybody', () => {
    const employer = { companyId: 'TWR.C1', planId: 'TWR.P1', platformId: 'TWR' };
    const scope = (platformId: string | null, planId: string | null = null, companyId: string | null = null) => ({
      platformId,
      planId,
      companyId,
    });
    for (const fits of [scope(null), scope('TWR'), scope('TWR', 'TWR.P1'), scope('TWR', 'TWR.P1', 'TWR.C1')])
      expect(isFor(fits, employer)).toBe(true);
    for (const other of [scope('LBE'), scope('TWR', 'TWR.P2'), scope('TWR', 'TWR.P1', 'TWR.C2')])
      expect(isFor(other, employer)).toBe(false);
  });
});
