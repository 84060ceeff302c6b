import { dirname, resolve } from 'node:path';

/**
 * A lint rule about the place of a file among others. `placeless` says what is wrong with a place by itself; `refusal` why a file may not
 * import another, of which it gets the place and the path. Both return undefined where all is well.
 */
export const importRule = (placeOf, { placeless, refusal }) => ({
  meta: { type: 'problem', schema: [] },
  create(context) {
    const from = placeOf(context.filename);
    const report = (node, message) => message && context.report({ node, message });
    const check = (node) => {
      const path = node.source?.value;
      if (typeof path !== 'string' || !path.startsWith('.')) return;
      const target = resolve(dirname(context.filename), path);
      report(node, refusal(from, placeOf(target), target));
    };
    return {
      Program: (node) => report(node, placeless(from)),
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
});
