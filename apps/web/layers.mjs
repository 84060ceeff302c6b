import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

// In the web dependencies point down only: ui <- portal <- features <- app (docs/architecture.md).
const order = ['ui', 'portal', 'features', 'app'];
const source = fileURLToPath(new URL('src', import.meta.url));

/** `features/dashboard/news.ts` is in the layer `features`, there in the feature `dashboard`; other files are in none. */
function placeOf(file) {
  const [layer, feature] = relative(source, file).split(sep);
  return { layer, level: order.indexOf(layer), feature: layer === 'features' ? feature : undefined };
}

/** Why a file may not import another, or undefined where it may. */
function refusal(from, to, file) {
  if (from.level < 0 || to.level < 0) return undefined;
  if (to.level > from.level) return `${from.layer}/ may not import ${to.layer}/: dependencies point down only.`;
  if (from.feature !== undefined && to.feature !== undefined && from.feature !== to.feature)
    return `Features do not import one another: what ${from.feature} and ${to.feature} share belongs in portal/.`;
  if (from.layer === 'app' && to.layer === 'features' && !/\.feature(\.tsx?)?$/.test(file))
    return 'app/ knows of a feature only what its .feature file says.';
  return undefined;
}

const rule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const check = (node) => {
      const path = node.source?.value;
      if (typeof path !== 'string' || !path.startsWith('.')) return;
      const target = resolve(dirname(context.filename), path);
      const message = refusal(placeOf(context.filename), placeOf(target), target);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

/** Specs may open the whole client; what stands in src/test is for them. */
export const webLayers = {
  files: ['apps/web/src/**/*.{ts,tsx}'],
  ignores: ['apps/web/src/**/*.spec.{ts,tsx}', 'apps/web/src/test/**'],
  plugins: { web: { rules: { layers: rule } } },
  rules: { 'web/layers': 'error' },
};
