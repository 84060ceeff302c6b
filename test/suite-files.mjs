// Which vitest project a suite belongs to, by the name of its file. The same rule as the patterns of vitest.config.ts.

/** Projects whose suites need a deployment in containers. */
const inContainers = ['deploy', 'cluster'];

/** @returns {'unit' | 'web' | 'web-isolated' | 'int' | 'e2e' | 'containers' | null} null for a file that is no suite. */
export function projectOf(path) {
  const [, kind] = /\.(?:(int|e2e|deploy|cluster)\.)?spec\.tsx?$/.exec(path) ?? [null, null];
  if (kind === null) return null;
  if (kind !== undefined) return inContainers.includes(kind) ? 'containers' : kind;
  if (!path.startsWith('apps/web/')) return 'unit';
  return /\.isolated\.spec\.tsx$/.test(path) ? 'web-isolated' : 'web';
}
