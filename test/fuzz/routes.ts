/** What the running server routes: a method and a path whose parameters begin with a colon. */
export interface Route {
  method: string;
  path: string;
}

/**
 * Every route of Fastify's own table, read from its drawing (`printRoutes`): nobody has to remember a new one.
 * A line holds a part of a path, indented by four characters a level, and the methods that end there.
 */
export function routesOf(drawing: string): Route[] {
  const routes: Route[] = [];
  const parents: string[] = [];
  for (const line of drawing.split('\n')) {
    const [, indent, part, methods] = /^((?:│ {3}| {4})*)[├└]── (\S*?)(?: \(([A-Z, -]+)\))?$/.exec(line) ?? [];
    if (indent === undefined || part === undefined) continue;
    const level = indent.length / 4;
    parents[level] = (level === 0 ? '' : parents[level - 1]!) + part;
    for (const method of (methods ?? '').split(', '))
      if (/^[A-Z]+$/.test(method))
        routes.push({ method, path: parents[level].replace(/\|:[^/]*/g, '').replace(/^\*/, '/*') });
  }
  return routes;
}

/** `:name` of a path as `{}`, so that paths compare whatever their parameters are called. */
export const shapeOf = (path: string): string => path.replaceAll(/:[^/]+|\{[^}]+\}/g, '{}');
