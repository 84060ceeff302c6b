import { describe, it } from 'vitest';
import { given } from '../given.js';
import { acknowledgeFailure, workFailureStream, type WorkFailureEvent } from './work-failure.js';

const [first, second] = ['2026-11-24T02:10:00.000Z', '2026-11-25T02:10:00.000Z'];
const acknowledged = (failedAt: string, reason = 'Salesforce refreshes its sandbox.'): WorkFailureEvent => ({
  type: 'WorkFailureAcknowledged',
  data: { workId: 'w1', failedAt, by: 'u1', personal: { reason } },
});

describe('a failure of background work', () => {
  it('is taken in hand once, by somebody who says why', () => {
    const take = acknowledgeFailure('w1', first, 'u1', ' Salesforce refreshes its sandbox. ');
    given(workFailureStream).when(take).then(acknowledged(first));
    given(workFailureStream, acknowledged(first)).when(take).then();
  });

  it('is nobody’s again if the work fails once more', () => {
    given(workFailureStream, acknowledged(first))
      .when(acknowledgeFailure('w1', second, 'u1', 'Again.'))
      .then(acknowledged(second, 'Again.'));
  });

  it('is not taken in hand without a sentence, or with a page', () => {
    given(workFailureStream)
      .when(acknowledgeFailure('w1', first, 'u1', '  '))
      .thenRefuses('invalid', 'Say why in a sentence.');
    given(workFailureStream)
      .when(acknowledgeFailure('w1', first, 'u1', 'x'.repeat(201)))
      .thenRefuses('invalid', 'The reason has at most 200 characters.');
  });
});
