import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import { keepRefusedPdf, keptPdfsStream, noLongerKeepPdf, type KeptPdfsEvent } from './kept-pdfs.js';

const at = '2026-11-29T02:00:00.000Z';
const sha256 = 'ab'.repeat(32);
const kept: KeptPdfsEvent = {
  type: 'RefusedPdfKept',
  data: { sha256, by: 'u1', at, personal: { reason: 'The form is needed' } },
};

describe('a refused PDF', () => {
  it('is kept with a reason, once', () => {
    given(keptPdfsStream)
      .when(keepRefusedPdf(sha256, { by: 'u1', at, reason: ' The form is needed ' }))
      .then(kept);
    given(keptPdfsStream)
      .when(keepRefusedPdf(sha256, { by: 'u1', at, reason: ' ' }))
      .thenRefuses('invalid', 'Say why in a sentence.');
    given(keptPdfsStream, kept)
      .when(keepRefusedPdf(sha256, { by: 'u2', at, reason: 'Me too' }))
      .thenRefuses('conflict', 'Somebody keeps this PDF already.');
  });

  it('is no longer kept once somebody takes that back, and may be kept again', () => {
    const takenBack: KeptPdfsEvent = { type: 'RefusedPdfNoLongerKept', data: { sha256, by: 'u2' } };
    given(keptPdfsStream, kept).when(noLongerKeepPdf(sha256, 'u2')).then(takenBack);
    given(keptPdfsStream, kept, takenBack).when(noLongerKeepPdf(sha256, 'u2')).then();
    given(keptPdfsStream, kept, takenBack)
      .when(keepRefusedPdf(sha256, { by: 'u1', at, reason: 'The form is needed' }))
      .then(kept);
  });

  it('has its reason encrypted with the key of the person who wrote it', () => {
    expect(keptPdfsStream.personOf?.RefusedPdfKept?.(kept.data as never)).toBe('u1');
  });
});
