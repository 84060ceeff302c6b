import { problem } from '@superscope/contracts/problem';
import { z } from 'zod';
import { Media, nothing, WrittenJson, type Answer } from './answers.js';
import type { EndpointDeclaration } from './endpoint.js';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request changes something, so that it must carry the requested-by header. */
export const writes = ({ onlyAsks }: Pick<EndpointDeclaration, 'onlyAsks'>, method: string): boolean =>
  !safeMethods.has(method) && onlyAsks === undefined;

/** Every answer that an endpoint may give, by status: its own, and the errors that the platform adds. */
export function possibleAnswers(declaration: EndpointDeclaration): Map<number, Answer> {
  const { answers, problems = {}, problem: shape = problem } = declaration;
  const possible = new Map<number, Answer>();
  for (const status of platformProblems(declaration)) possible.set(status, shape);
  for (const [status, own] of Object.entries(problems))
    possible.set(Number(status), own === null ? shape : z.union([own, shape]));
  for (const [status, answer] of Object.entries(answers)) possible.set(Number(status), answer);
  return possible;
}

function platformProblems(declaration: EndpointDeclaration): number[] {
  const { method, right, streams, asOf } = declaration;
  const [isWrite, hasCaller] = [writes(declaration, method), right !== 'public'];
  return [
    // An invalid request; stored events that cannot be decoded (the caller's own may be among them); an internal failure; an unavailable
    // engine.
    ...[400, 409, 500, 503],
    ...(hasCaller ? [401] : []),
    ...(hasCaller || isWrite ? [403] : []),
    // An as-of view that has been removed.
    ...(asOf ? [410] : []),
    // The event store is full.
    ...(isWrite ? [507] : []),
    // A body that is too large, or of a media type that the endpoint does not accept.
    ...(method === 'GET' ? [] : [413, 415]),
    // Too many of the caller's requests are waiting.
    ...(hasCaller || streams ? [429] : []),
  ];
}

/** The schema of an answer's JSON; null if the answer is a file, a stream, or nothing. */
export function schemaOf(answer: Answer): z.ZodType | null {
  if (answer === nothing || answer instanceof Media) return null;
  return answer instanceof WrittenJson ? answer.schema : answer;
}
