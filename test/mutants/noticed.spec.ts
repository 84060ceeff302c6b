import { describe, expect, it } from 'vitest';
import { noticedBy } from './noticed.mjs';

const failing = (...failureMessages: string[]) => ({
  testResults: [
    { status: 'failed', assertionResults: [{ status: 'failed', fullName: 'a watch is set', failureMessages }] },
  ],
});

describe('A break is noticed', () => {
  it('by a test that got another answer, in whatever words the libraries of suites say so', () => {
    for (const message of [
      'AssertionError: expected 1 to be 2',
      'TestingLibraryElementError: Unable to find a label',
      'Error: Decided []\ninstead of [1]',
      'Error: promise resolved "1" instead of rejecting',
      'Error: Property failed after 1 tests\n{ seed: 1 }',
    ])
      expect(noticedBy(failing(message))).toEqual({ noticed: true, by: 'a watch is set' });
  });

  it('neither by a limit of time, nor by code that does not run, nor by nothing', () => {
    for (const message of ['Error: Test timed out in 60000ms.', 'TypeError: Cannot read properties of undefined'])
      expect(noticedBy(failing(`${message}\n    at line 1`))).toEqual({
        noticed: false,
        by: `it failed otherwise: a watch is set: ${message}`,
      });
    const unloaded = { testResults: [{ status: 'failed', message: 'SyntaxError: …', assertionResults: [] }] };
    expect(noticedBy(unloaded)).toEqual({ noticed: false, by: 'no test ran: SyntaxError: …' });
    expect(noticedBy({ testResults: [{ status: 'passed', assertionResults: [] }] }).noticed).toBe(false);
  });
});
