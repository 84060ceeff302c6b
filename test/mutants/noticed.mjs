// Whether a failed run of suites has noticed that something is broken.

/** A test that asked and got another answer. Anything else that fails, such as a limit of time, may fail for another reason. */
const assertions = [
  /^AssertionError/,
  /^TestingLibraryElementError/,
  // Of libs/domain/src/given.ts.
  /^Error: (Decided|Expected a refusal) /,
  /^Error: Snapshot .* mismatched/,
  /^Error: Property failed[^]*AssertionError/,
];
const isAssertion = (message) => assertions.some((pattern) => pattern.test(message));

/**
 * Reads vitest's JSON report. `by` names the first test that failed by an assertion; otherwise it says why the run does not count.
 */
export function noticedBy({ testResults }) {
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed'),
  );
  const test = failed.find(({ failureMessages }) => failureMessages.some(isAssertion));
  if (test !== undefined) return { noticed: true, by: test.fullName };
  if (failed.length > 0) {
    const [{ fullName, failureMessages }] = failed;
    return { noticed: false, by: `no assertion failed: ${fullName}: ${firstLine(failureMessages[0])}` };
  }
  const file = testResults.find(({ status }) => status === 'failed');
  return { noticed: false, by: file === undefined ? 'every test passed' : `no test ran: ${firstLine(file.message)}` };
}

const firstLine = (text = '') => text.split('\n')[0];
