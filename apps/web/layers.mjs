import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importRule } from '../../import-rule.mjs';

// In the web dependencies point down only: ui <- portal <- features <- app (docs/architecture.md).
const order = ['ui', 'portal', 'features', 'app'];
const source = fileURLToPath(new URL('src', import.meta.url));

// The folders and files of portal/. Each may import only those before it.
const portalOrder = [
  // Rules about the choices of a page.
  ['period', 'compare', 'filters'],
  // The store, and the requests that it sends.
  ['slices', 'api', 'state'],
  // What the address and the tab hold, and the plan that follows from it.
  ['scroll', 'leaving', 'view-address', 'user', 'event-type', 'as-of', 'lookups', 'plan'],
  // Figures: asked for, drawn, framed, and compared with those of other plans and other times.
  ['updates', 'analytics', 'files', 'figures', 'peers', 'cards', 'earlier', 'now'],
  ['campaigns', 'actions', 'movement', 'nominations'],
  // A page of figures.
  ['page-header', 'filter-bar', 'figure-page', 'page-file'],
  // The session, which asks for a page's first figures ahead, and what makes figures stale.
  ['session', 'changes', 'feature'],
  // Forms, tables and files.
  ['downloads', 'work', 'forms', 'records', 'imports', 'calculator'],
  [
    'accounts',
    'members',
    'platforms',
    'fees',
    'insurance',
    'password',
    'entrance',
    'contact',
    'alerts',
    'asfa',
    'derivation',
    'map',
  ],
  ['event-search', 'pdf-rejection', 'reports', 'report-paper', 'report-check'],
].flat();

/** `features/dashboard/news.ts` is in the layer `features`, there in the part `dashboard`; `portal/state.ts` is the part `state`. */
function placeOf(file) {
  const [layer, ...path] = relative(source, file).split(sep);
  const part = path[0]?.replace(/\.tsx?$/, '');
  return { layer, level: order.indexOf(layer), part, rank: layer === 'portal' ? portalOrder.indexOf(part) : undefined };
}

/** Why a file may not import another, or undefined where it may. */
function refusal(from, to, file) {
  if (from.level < 0 || to.level < 0) return undefined;
  if (to.level > from.level) return `${from.layer}/ may not import ${to.layer}/: dependencies point down only.`;
  if (from.layer === 'portal' && to.layer === 'portal' && to.rank > from.rank)
    return `portal/${from.part} may not import portal/${to.part}, which comes after it in apps/web/layers.mjs.`;
  if (from.layer === 'features' && to.layer === 'features' && from.part !== to.part)
    return `Features do not import one another: what ${from.part} and ${to.part} share belongs in portal/.`;
  if (from.layer === 'app' && to.layer === 'features' && !/\.feature(\.tsx?)?$/.test(file))
    return 'app/ knows of a feature only what its .feature file says.';
  return undefined;
}

const rule = importRule(placeOf, {
  placeless: ({ part, rank }) =>
    rank === -1 ? `portal/${part} has no place in the order of apps/web/layers.mjs.` : undefined,
  refusal,
});

/** Specs may open the whole client; what stands in src/test is for them. */
export const webLayers = {
  files: ['apps/web/src/**/*.{ts,tsx}'],
  ignores: ['apps/web/src/**/*.spec.{ts,tsx}', 'apps/web/src/test/**'],
  plugins: { web: { rules: { layers: rule } } },
  rules: { 'web/layers': 'error' },
};
