import { writeFileSync } from 'node:fs';

/** Writes errors outside of any test, which the JSON report omits, to the file `OUTSIDE_TESTS` as `[{ file, message }]`. */
export default class OutsideTests {
  onTestRunEnd(_modules, errors) {
    const kept = errors.map((error) => ({
      file: error.VITEST_TEST_PATH ?? null,
      message: error.stack ?? error.message ?? String(error),
    }));
    writeFileSync(process.env.OUTSIDE_TESTS, JSON.stringify(kept));
  }
}
