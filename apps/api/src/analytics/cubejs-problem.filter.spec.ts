import { EventStoreUnavailableError } from '@superscope/event-store/connection/errors';
import { MongoNetworkError } from 'mongodb';
import { expect, it } from 'vitest';
import { CubejsProblemFilter } from './cubejs-problem.filter.js';

/** The query service's status and message for an error. */
function answerTo(error: unknown): { status: number; error: string } {
  let answer = { status: 0, error: '' };
  const reply = {
    raw: { destroyed: false },
    sent: false,
    status: (status: number) => Object.assign(reply, { code: status }),
    type: () => reply,
    send: (text: string) => (answer = { status: (reply as never as { code: number }).code, ...JSON.parse(text) }),
  };
  const request = { log: { error: () => undefined } };
  const http = { getResponse: () => reply, getRequest: () => request };
  new CubejsProblemFilter().catch(error, { switchToHttp: () => http } as never);
  return answer;
}

it('a query to an unavailable engine is answered 503, like every other request', () => {
  const away = { status: 503, error: 'The service is not available right now. Please try again shortly.' };
  expect(answerTo(new EventStoreUnavailableError(null))).toEqual(away);
  expect(answerTo(new MongoNetworkError('connection 3 to /run/mongo.sock closed'))).toEqual(away);
  expect(answerTo(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }))).toEqual(away);
  expect(answerTo(Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }))).toEqual(away);
});

it('an unexpected error is answered 500, and reveals no internals', () => {
  const { status, error } = answerTo(new Error('Citizen'));
  expect(status).toBe(500);
  expect(error).not.toContain('Citizen');
});
