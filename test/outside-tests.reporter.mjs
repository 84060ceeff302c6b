import { writeFileSync } from 'node:fs';

/** Keeps errors that happened outside of any test, which the report of the tests does not have: `[{ file, message }]` at `OUTSIDE_TESTS`. */
export default class OutsideTests {
  onTestRunEnd(_modules, errors) {
    const kept = errors.map((error) => ({
      file: error.VITEST_TEST_PATH ?? null,
      message: error.stack ?? error.message ?? String(error),
    }));
    writeFileSync(process.env.OUTSIDE_TESTS, JSON.stringify(kept));
  }
}
