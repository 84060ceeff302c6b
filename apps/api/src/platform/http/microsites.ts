import { usersView } from '@superscope/contracts/read-models/users';
import { isOfDomain } from '@superscope/domain/user/host-name';
import type { FastifyInstance } from 'fastify';
import type { Views } from '../engines.module.js';
import '../access/principal.js';

/** The paths that pages of a microsite, which have another origin, may read with a token. */
const readable =
  /^\/api\/(?:plan\/download\/|documents\/[0-9a-f-]{36}(?:\?|$)|companies\/[^/?]+\/(?:microsite|newFlyer)(?:\?|$))/;
const preflightSeconds = 600;

/**
 * Adds the CORS headers with which browsers pass responses to pages of a microsite. A preflight, which carries no token, is allowed if the
 * page belongs to an active BrowserClient's domain. The response itself is allowed if the token was accepted, and so belongs to the page's
 * domain.
 */
export function answerMicrosites(server: FastifyInstance, views: () => Views): void {
  const isAllowed = async (origin: string) => {
    const clients = await views().of(usersView).find({ role: 'BrowserClient', active: true }).toArray();
    return clients.some(({ domain }) => domain !== undefined && isOfDomain(origin, domain));
  };
  // Neither hook is async: that would cost every other request a promise or two.
  server.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (request.method !== 'OPTIONS' || origin === undefined || !readable.test(request.url)) {
      done();
      return;
    }
    isAllowed(origin).then((allowed) => {
      if (!allowed) {
        done();
        return;
      }
      void reply
        .status(204)
        .headers({
          'Access-Control-Allow-Origin': origin,
          'Access-Control-Allow-Methods': 'GET',
          'Access-Control-Allow-Headers': 'Authorization',
          'Access-Control-Max-Age': String(preflightSeconds),
          Vary: 'Origin',
        })
        .send();
    }, done);
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    const { origin } = request.headers;
    if (origin !== undefined && request.principal?.role === 'BrowserClient')
      reply.headers({ 'Access-Control-Allow-Origin': origin, Vary: 'Origin' });
    done(null, payload);
  });
}
