import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importRule } from '../../import-rule.mjs';

/** The areas of the api. Each may import the platform and the areas before it (docs/architecture.md, The areas of the api). */
export const areaOrder = [
  'mail',
  'authentication',
  'users',
  'staff-sign-on',
  'changes',
  'analytics',
  'work',
  'calendar',
  'members',
  'stored-pdfs',
  'providers',
  'report-templates',
  'plans',
  'documents',
  'history',
  'operations',
  'dev-ops',
  'alerts',
  'speed',
  'csv',
  'news',
  'activity',
  'watches',
  'fees',
  'insurance',
  'advice',
  'asfa',
  'consultations',
  'campaigns',
  'companies',
  'microsites',
  'investment-options',
  'onecentral-imports',
  'reports',
  'salesforce',
];

const source = fileURLToPath(new URL('src', import.meta.url));
// Settings are read by the platform and by areas.
const floor = new Set(['platform', 'env']);

/** The area that a file is in, and its place in the order: undefined if the area has none. */
function placeOf(file) {
  const [first, ...rest] = relative(source, file).split(sep);
  const name = rest.length === 0 ? first.replace(/\.(ts|js)$/, '') : first;
  if (floor.has(name)) return { name, level: -1 };
  // Beside the areas, or a program: it puts the areas together.
  if (rest.length === 0 || /\.main\.[tj]s$/.test(file)) return { name, level: areaOrder.length };
  const level = areaOrder.indexOf(name);
  return { name, level: level === -1 ? undefined : level };
}

function refusal(from, to) {
  if (from.level === undefined || to.level === undefined || from.name === to.name || to.level <= from.level)
    return undefined;
  if (from.level === -1) return `The platform imports no area, and ${to.name} is one.`;
  return `${from.name} may not import ${to.name}: areas import the platform and the areas before them (apps/api/area-order.mjs).`;
}

const rule = importRule(placeOf, {
  placeless: ({ name, level }) =>
    level === undefined ? `The area ${name} has no place in the order of apps/api/area-order.mjs.` : undefined,
  refusal,
});

/** Specs may stand on the whole api. */
export const apiAreas = {
  files: ['apps/api/src/**/*.ts'],
  ignores: ['apps/api/src/**/*.spec.ts'],
  plugins: { api: { rules: { areas: rule } } },
  rules: { 'api/areas': 'error' },
};
