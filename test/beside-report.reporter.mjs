import { writeFileSync } from 'node:fs';

/**
 * Writes what the JSON report omits to the file `BESIDE_REPORT`: errors outside of any test, and what a failed test expected and
 * received, as `{ outside: [{ file, message }], differences: { [test]: text } }`.
 */
export default class BesideReport {
  onTestRunEnd(modules, errors) {
    const outside = errors.map((error) => ({
      file: error.VITEST_TEST_PATH ?? null,
      message: error.stack ?? error.message ?? String(error),
    }));
    const differences = {};
    for (const module of modules)
      for (const test of module.children.allTests('failed'))
        differences[`${module.moduleId} ${test.fullName.replaceAll(' > ', ' ')}`] = test
          .result()
          .errors.map(({ diff }) => diff ?? '')
          .join('\n');
    writeFileSync(process.env.BESIDE_REPORT, JSON.stringify({ outside, differences }));
  }
}
