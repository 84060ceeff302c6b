import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isEventStream } from '../log/correlation.js';
import type { Times } from './times.js';
import { Waits, withWaits } from './waits.js';

/** Files of the web client, and addresses that no route has, are no calls. */
const isCall = (route: string): boolean => /^\/(api|cubejs-api|actuator)\//.test(route);

/** Times each call by the template of its route, from its headers to the end of its answer, and what it waits for meanwhile. */
export function timeCalls(server: FastifyInstance, times: () => Times): void {
  const waitsOf = new WeakMap<FastifyRequest, Waits>();
  server.addHook('onRequest', (request, _, done) => {
    const { url } = request.routeOptions;
    if (url === undefined || !isCall(url)) return done();
    const waits = new Waits();
    waitsOf.set(request, waits);
    withWaits(waits, done);
  });
  // The body arrived in the context of the connection, not of the call.
  server.addHook('preValidation', (request, _, done) => withWaits(waitsOf.get(request), done));
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, id } = request;
    const route = routeOptions.url;
    if (route !== undefined && isCall(route) && method !== 'HEAD' && !isEventStream(reply))
      times().note(
        'call',
        `${method} ${route}`,
        reply.elapsedTime,
        id,
        Date.now(),
        () => waitsOf.get(request)?.told(reply.elapsedTime) ?? [],
      );
    done();
  });
}
