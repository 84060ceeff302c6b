import type { FastifyInstance } from 'fastify';
import { isEventStream } from '../log/correlation.js';
import type { Times } from './times.js';

/** Files of the web client, and addresses that no route has, are no calls. */
const isCall = (route: string): boolean => /^\/(api|cubejs-api|actuator)\//.test(route);

/** Times each call by the template of its route, from its headers to the end of its answer. */
export function timeCalls(server: FastifyInstance, times: () => Times): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, id } = request;
    const route = routeOptions.url;
    if (route !== undefined && isCall(route) && method !== 'HEAD' && !isEventStream(reply))
      times().note('call', `${method} ${route}`, reply.elapsedTime, id);
    done();
  });
}
