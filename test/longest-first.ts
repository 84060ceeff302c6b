import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Suites that take longer than most, the longest first. Vitest knows how long a suite takes from its last run, and of a new clone only the
 * sizes of its files: a short file that takes long would be begun last, and one worker would wait for the other.
 */
const longest = [
  'test/e2e/every-page-of-admins.e2e.spec.ts',
  'test/e2e/policy-committee-report.e2e.spec.ts',
  'test/e2e/every-page.e2e.spec.ts',
  'test/e2e/import-export.e2e.spec.ts',
  'test/e2e/salesforce.e2e.spec.ts',
  'test/faults/faults.int.spec.ts',
  'test/api/salesforce-exports.int.spec.ts',
  'test/api/reconcile-salesforce.int.spec.ts',
  'test/api/background-work.int.spec.ts',
  'test/real-engines/whole-product.int.spec.ts',
  'test/projector/rebuild.int.spec.ts',
  'test/projector/set-aside.int.spec.ts',
  'test/kafka/kafka-takeover.int.spec.ts',
  'test/kafka/kafka-feed.int.spec.ts',
  'test/attack/attack.int.spec.ts',
  'test/attack/budget/budget.spec.ts',
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const at = longest.findIndex((path) => moduleId.endsWith(`/${path}`));
  return at === -1 ? longest.length : at;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    // Stable, so the rest keeps its order, and the projects theirs.
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).toSorted((a, b) => placeOf(a) - placeOf(b)),
    );
  }
}
