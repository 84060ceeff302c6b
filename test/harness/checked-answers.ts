import { isDeepStrictEqual } from 'node:util';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Media, nothing } from '@superscope/api/platform/endpoint/answers';
import type { EndpointDeclaration } from '@superscope/api/platform/endpoint/endpoint';
import { Endpoints } from '@superscope/api/platform/endpoint/endpoints';
import { possibleAnswers, schemaOf } from '@superscope/api/platform/endpoint/possible-answers';

/**
 * Checks every answer of an api against the declaration of its endpoint: the status, the media type, the schema, which must name
 * every field, and that no browser stores it. Returns a list that collects the differences, so that the suite can fail at its end.
 */
export function checkAnswers(app: NestFastifyApplication): { wrong: readonly string[] } {
  const wrong: string[] = [];
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onSend', async (request, reply, payload) => {
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    const declaration = app.get(Endpoints).all.find((each) => each.route === route);
    if (declaration === undefined) return payload;
    const type = String(reply.getHeader('content-type') ?? '');
    const problem = wrongIn(declaration, reply.statusCode, type, payload);
    const caching = String(reply.getHeader('cache-control') ?? reply.raw.getHeader('cache-control'));
    if (declaration.cached !== true && caching !== 'no-store')
      wrong.push(`${route} answered ${reply.statusCode}, which may be stored: ${caching}`);
    if (problem !== null) wrong.push(`${route} answered ${reply.statusCode}, ${problem}`);
    return payload;
  });
  return { wrong };
}

/** The difference between an answer and its endpoint's declaration; null if there is none. */
export function wrongIn(
  declaration: EndpointDeclaration,
  status: number,
  type: string,
  payload: unknown,
): string | null {
  const answer = possibleAnswers(declaration).get(status);
  if (answer === undefined) return `which it does not declare: ${String(payload).slice(0, 300)}`;
  if (answer === nothing) return payload === undefined || payload === null || payload === '' ? null : 'with a body';
  if (answer instanceof Media)
    return answer.types.includes(type) ? null : `as ${type} instead of ${answer.types.join(' or ')}`;
  if (typeof payload !== 'string' || !type.startsWith('application/json')) return `as ${type} instead of JSON`;
  const value = JSON.parse(payload) as unknown;
  const parsed = schemaOf(answer)!.safeParse(value);
  if (!parsed.success) return `which is not its schema: ${parsed.error.message}\n${payload.slice(0, 300)}`;
  return isDeepStrictEqual(parsed.data, value) ? null : `with fields that its schema has not: ${payload.slice(0, 300)}`;
}
