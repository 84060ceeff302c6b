import { Header, HttpCode, RequestMapping, RequestMethod, Res, createParamDecorator } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AccessAction } from '@superscope/domain/access/access-actions';
import type { PolicyRule } from '../access/policy.js';
import type { Principal } from '../access/principal.js';
import { Media, WrittenJson, type Answer, type ValueOf } from './answers.js';
import { readRequest } from './read-request.js';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
export type Route = `${Method} /${string}`;

/** The names that a path gives its parameters: 'planId' of '/api/plans/:planId/close'. */
type ParamsOf<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamsOf<`/${More}`>
    : Rest
  : never;

interface Details<R extends Route> {
  /** The purpose of the endpoint, in a sentence of the API's description. */
  summary: string;
  /** The caller that it is for: a session whose role has this right, or everybody. */
  right: PolicyRule;
  params?: Record<ParamsOf<R>, z.ZodType>;
  /** Strict: a parameter that is not in it is refused by name. Without one the endpoint takes no parameters. */
  query?: z.ZodObject;
  /** Parameters that may come several times. The schema of each reads a text or a list of texts. */
  repeated?: readonly string[];
  /** Strict as well. A medium is read by the handler itself. Without one the endpoint takes no body. */
  body?: z.ZodType | Media;
  /** The handler's answers by status; the first is the status of an answer that sets none. */
  answers: Record<number, Answer>;
  /** Statuses from 400 on that the handler adds, or describes further, with their own shape; null: the ordinary one. */
  problems?: Record<number, z.ZodType | null>;
  /** Shape of a problem, where it is not the ordinary one. */
  problem?: z.ZodType;
  /** A POST that only asks, because its question is too long for an address: it needs no requested-by header. */
  onlyAsks?: true;
  /** A document's page may read this with the document's token: figures of its one plan, and the page's headings. */
  inDocuments?: true;
  /**
   * It also answers of a past moment, to requests with the header of an as-of view: figures of its one plan, and the
   * page's headings.
   */
  asOf?: true;
  /** Open pages poll this. Polling does not prove that a person is there, so it keeps no session alive. */
  polled?: true;
  /**
   * Also for programs on this machine and requests with the monitoring token. Never for figures of plans or members.
   */
  monitored?: true;
  /** The answer lasts as long as the client listens, and has a limit of its own. */
  streams?: true;
  /** A change of how plans or the product are set up: the access log notes it, with the ids of its path, once it is made. */
  noted?: AccessAction;
  /** The handler sends the answer itself. */
  sends?: true;
}

/** A details object names its path's parameters exactly. */
type NeedsParams<R extends Route> = [ParamsOf<R>] extends [never] ? { params?: undefined } : { params: object };

/** The parts of an endpoint that are resolved once, at the start. */
export interface Resolved {
  route: Route;
  method: Method;
  path: string;
  /** The names of its query parameters. */
  queryNames: ReadonlySet<string>;
  readParams: z.ZodObject;
  readQuery: z.ZodObject;
  readBody: z.ZodType | Media;
}

export type EndpointDeclaration = Details<Route> & Resolved;

const noBody = z.strictObject({}, 'This request takes no body.').nullish();

/** Declares an endpoint: from this follow its route, its right, the check of its requests, its description and its types. */
export function endpoint<const R extends Route, const D extends Details<R> & NeedsParams<R>>(
  route: R,
  details: D,
): D & Resolved {
  const [method, path] = route.split(' ') as [Method, string];
  const query = details.query ?? z.strictObject({});
  const resolved: Resolved = {
    ...{ route, method, path },
    queryNames: new Set(Object.keys(query.shape)),
    readParams: z.object((details.params ?? {}) as z.ZodRawShape),
    readQuery: query,
    readBody: details.body ?? noBody,
  };
  return { ...details, ...resolved };
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;

/** A request that has passed the check of its endpoint. */
export interface RequestOf<D extends object> {
  params: D extends { params: infer Params } ? { [Name in keyof Params]: Output<Params[Name]> } : object;
  query: D extends { query: infer Query } ? Output<Query> : object;
  body: D extends { body: infer Body } ? Output<Body> : unknown;
  /** The signed-in caller. Throws 403 without one, which only an endpoint for everybody has to consider. */
  readonly caller: Principal;
  request: FastifyRequest;
}

/** The return value of a handler: the answer of any of its statuses. */
export type AnswerOf<D extends { answers: Record<number, Answer> }> = ValueOf<D['answers'][keyof D['answers']]>;

type Handler<D extends EndpointDeclaration> = (
  asked: RequestOf<D>,
  reply: FastifyReply,
) => (D extends { sends: true } ? void : AnswerOf<D>) | Promise<D extends { sends: true } ? void : AnswerOf<D>>;

const declared = new WeakMap<object, EndpointDeclaration>();

/** The declaration of a controller's method; undefined where it is no endpoint. */
export const declarationOf = (handler: object): EndpointDeclaration | undefined => declared.get(handler);

/**
 * Makes a method answer a declared endpoint. It gets the checked request and the reply, and its types are checked against the
 * declaration.
 */
export const Endpoint =
  <D extends EndpointDeclaration>(declaration: D) =>
  <H extends Handler<D>>(target: object, name: string, descriptor: TypedPropertyDescriptor<H>): void => {
    const { method, path, answers, sends } = declaration;
    const [[status, answer]] = Object.entries(answers) as [[string, Answer]];
    declared.set(descriptor.value as object, declaration);
    RequestMapping({ method: RequestMethod[method], path })(target, name, descriptor);
    HttpCode(Number(status))(target, name, descriptor);
    if (answer instanceof WrittenJson) Header('Content-Type', WrittenJson.contentType)(target, name, descriptor);
    if (answer instanceof Media && sends === undefined) Header('Content-Type', answer.type)(target, name, descriptor);
    CheckedRequest(declaration)(target, name, 0);
    Res({ passthrough: sends === undefined })(target, name, 1);
  };

const CheckedRequest = createParamDecorator((declaration: EndpointDeclaration, context) =>
  readRequest(declaration, context.switchToHttp().getRequest<FastifyRequest>()),
);
