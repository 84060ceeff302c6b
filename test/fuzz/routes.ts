/** A route of the running server: a method and a path whose parameters begin with a colon. */
export interface Route {
  method: string;
  path: string;
}

/**
 * Parses every route from Fastify's `printRoutes`, so that new routes are included automatically. A line has a path segment, indented by
 * four characters per level, and the methods of the route that ends there.
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

/** A path with `{}` for each parameter, so that paths are comparable regardless of parameter names. */
export const shapeOf = (path: string): string => path.replaceAll(/:[^/]+|\{[^}]+\}/g, '{}');
