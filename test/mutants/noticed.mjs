// Whether a failed run of suites has noticed that something is broken.

/**
 * Failures that may have another cause than the break, such as a busy machine or a break that does not even run. Every other failed test got
 * an answer that it did not expect; the libraries of suites have no common class for that.
 */
const others = [
  /timed out/i,
  /^(SyntaxError|ReferenceError|TypeError)\b/,
  /Cannot find (module|package)|Failed to (load|resolve|parse)|Transform failed/,
];
const isOther = (message) => others.some((pattern) => pattern.test(message.split('\n', 1)[0]));

/** Reads vitest's JSON report. `by` names the first test that noticed; otherwise it says why the run does not count. */
export function noticedBy({ testResults }) {
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed'),
  );
  const test = failed.find(({ failureMessages }) => !isOther(failureMessages[0] ?? ''));
  if (test !== undefined) return { noticed: true, by: test.fullName };
  if (failed.length > 0) {
    const [{ fullName, failureMessages }] = failed;
    return { noticed: false, by: `it failed otherwise: ${fullName}: ${firstLine(failureMessages[0])}` };
  }
  const file = testResults.find(({ status }) => status === 'failed');
  return { noticed: false, by: file === undefined ? 'every test passed' : `no test ran: ${firstLine(file.message)}` };
}

const firstLine = (text = '') => text.split('\n', 1)[0];
