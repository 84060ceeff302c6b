import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import { erased, registered } from './jo.fixture.js';
import type { ConsultationFiledData, MemberEvent } from './member.events.js';
import { fileConsultation, memberStream } from './member.js';

const filing: ConsultationFiledData = {
  memberId: 'm1',
  consultationId: 'c1',
  planId: 'T.a',
  on: '2026-11-26',
  filedBy: 'helen',
  parts: ['fees', 'asfa'],
  personal: { content: '{"on":"2026-11-26"}', contentSha256: 'a1' },
};
const filed = (data: ConsultationFiledData): MemberEvent => ({ type: 'ConsultationFiled', data });

describe('a consultation of a member', () => {
  it('is filed once, however often the request is sent, also from a second tab or by somebody else', () => {
    given(memberStream, registered).when(fileConsultation(filing)).then(filed(filing));
    given(memberStream, registered, filed(filing))
      .when(fileConsultation({ ...filing, on: '2026-11-27', filedBy: 'joon' }))
      .then();
    given(memberStream, registered, filed(filing))
      .when(fileConsultation({ ...filing, consultationId: 'c2', filedBy: 'joon' }))
      .then();
    const second = { ...filing, consultationId: 'c2', personal: { content: '{}', contentSha256: 'b2' } };
    given(memberStream, registered, filed(filing)).when(fileConsultation(second)).then(filed(second));
  });

  it('never takes the place of another one', () => {
    const other = { ...filing, personal: { content: '{}', contentSha256: 'b2' } };
    given(memberStream, registered, filed(filing))
      .when(fileConsultation(other))
      .thenRefuses('conflict', 'Another consultation was filed under this id.');
  });

  it('belongs to the person whose key seals it, and is made of nobody who was erased', () => {
    expect(memberStream.personOf?.ConsultationFiled?.(filing)).toBe('m1');
    given(memberStream, registered, erased)
      .when(fileConsultation(filing))
      .thenRefuses('conflict', 'This member was erased.');
  });
});
