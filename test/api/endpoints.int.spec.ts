import { Endpoints } from '@superscope/api/platform/endpoint/endpoints';
import { possibleAnswers } from '@superscope/api/platform/endpoint/possible-answers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { routesOf, shapeOf } from '../fuzz/routes.js';
import { startApi } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';

interface Described {
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
}

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let paths: Record<string, Record<string, Described>>;
let schemas: Record<string, object>;
beforeAll(async () => {
  engines = await startWithAccounts();
  api = await startApi(engines);
  const document = (await (await fetch(`${api.url}/api/docs`)).json()) as {
    paths: typeof paths;
    components: { schemas: typeof schemas };
  };
  paths = document.paths;
  schemas = document.components.schemas;
});
afterAll(async () => {
  await api.stop();
  await engines.stop();
});

const declared = () => api.app.get(Endpoints).all;
const describedAs = (route: string): Described => {
  const [method, path] = route.split(' ') as [string, string];
  return paths[path.replaceAll(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!;
};

describe('every route', () => {
  it('is declared, and described once', () => {
    const server = api.app.getHttpAdapter().getInstance() as unknown as { printRoutes: (options: object) => string };
    // Every GET also answers HEAD, and pages belong to the web client.
    const routed = routesOf(server.printRoutes({ commonPrefix: false }))
      .filter(({ method, path }) => method !== 'HEAD' && path !== '/*')
      .map(({ method, path }) => `${method} ${shapeOf(path)}`)
      .sort();
    expect(routed.length).toBeGreaterThan(35);
    expect(
      declared()
        .map(({ route }) => shapeOf(route))
        .sort(),
    ).toEqual(routed);
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${shapeOf(path)}`),
    );
    expect(described.sort()).toEqual(routed);
  });

  it('has a schema for each parameter of its path, and takes only parameters and fields that its schemas name', () => {
    for (const { route, path, params = {}, readQuery, body } of declared()) {
      const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(Object.keys(params), route).toEqual(named);
      const { parameters = [], requestBody } = describedAs(route);
      const names = parameters.filter(({ in: place }) => place !== 'header').map(({ name }) => name);
      expect(names, route).toEqual([...named, ...Object.keys(readQuery.shape)]);
      expect(
        parameters.every(({ schema }) => Object.keys(schema).length > 0),
        route,
      ).toBe(true);
      expect(requestBody !== undefined, route).toBe(body !== undefined);
      expect(readQuery.safeParse({ 'not-a-parameter': '1' }).error?.issues, route).toContainEqual(
        expect.objectContaining({ code: 'unrecognized_keys' }),
      );
    }
  });

  it('describes the shape of each answer and of each problem', () => {
    for (const declaration of declared()) {
      const { responses } = describedAs(declaration.route);
      const possible = possibleAnswers(declaration);
      expect(Object.keys(responses).map(Number), declaration.route).toEqual([...possible.keys()].sort((a, b) => a - b));
      for (const [status, { content = {} }] of Object.entries(responses)) {
        const media = Object.entries(content);
        const isJson = possible.get(Number(status)) instanceof z.ZodType;
        if (isJson)
          expect(
            media.map(([type]) => type),
            declaration.route,
          ).toEqual(['application/json']);
        for (const [type, { schema }] of media)
          if (type === 'application/json') expect(Object.keys(schema!), declaration.route).not.toEqual([]);
      }
    }
  });
});

it('refers only to shapes that are described', () => {
  const named = [...JSON.stringify({ paths, schemas }).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name!,
  );
  expect(new Set(named)).toEqual(new Set(Object.keys(schemas)));
  expect(named).toContain('AnalyticsFilter');
});
