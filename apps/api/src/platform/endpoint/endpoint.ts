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

/** The names of a path's parameters: 'planId' for '/api/plans/:planId/close'. */
type ParamsOf<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamsOf<`/${More}`>
    : Rest
  : never;

interface Details<R extends Route> {
  /** The purpose of the endpoint, in a sentence of the API's description. */
  summary: string;
  /** Who may call it: a session whose role has this right, or everybody. */
  right: PolicyRule;
  params?: Record<ParamsOf<R>, z.ZodType>;
  /** Strict: an unknown parameter is refused by name. Without a schema the endpoint takes no parameters. */
  query?: z.ZodObject;
  /** Parameters that may be repeated. The schema of each accepts text or a list of texts. */
  repeated?: readonly string[];
  /** Parameters that are more than a name or a key, such as a question in JSON, and are read exactly as they were sent. */
  verbatim?: readonly string[];
  /** Parameters of which an empty one asks for something else than none, such as a search for every name. */
  emptyCounts?: readonly string[];
  /** Fields whose text may have line breaks. No other text of a request may. */
  severalLines?: readonly string[];
  /** Strict as well. The handler reads a medium itself. Without a schema the endpoint takes no body. */
  body?: z.ZodType | Media;
  /** The handler's answers by status. The first one is the default status. */
  answers: Record<number, Answer>;
  /** Error statuses that the handler adds or describes in more detail, each with its own shape; null for the ordinary shape. */
  problems?: Record<number, z.ZodType | null>;
  /** The shape of errors, if it is not the ordinary one. */
  problem?: z.ZodType;
  /** A POST that only asks, because its question is too long for a URL. It needs no requested-by header. */
  onlyAsks?: true;
  /** A document's page may read this with the document's token: figures of its one plan, and the page's headings. */
  inDocuments?: true;
  /** Requests with the header of an as-of view are answered as of that past moment: figures of its one plan, and the page's headings. */
  asOf?: true;
  /** The answer is from the event history, so it waits for rows that are written after an event's other writes, for at most two seconds. */
  readsHistory?: true;
  /** Open pages poll this. Polling does not prove that a person is present, so it keeps no session alive. */
  polled?: true;
  /** Also open to programs on this machine and to requests with the monitoring token. Never for figures of plans or members. */
  monitored?: true;
  /** The response lasts as long as the client listens, and has a limit of its own. */
  streams?: true;
  /**
   * The access log's action for a change to the setup of plans or of the product. Once the change is made, it is recorded with the ids of
   * its path.
   */
  noted?: AccessAction;
  /** It reads an uploaded file, which takes much longer than to send it. Few such requests are taken at once, and two of one person. */
  readsFile?: true;
  /** Content that names nobody, which browsers may keep and ask again for. Nothing else is ever stored by a browser or a proxy. */
  cached?: true;
  /** The handler sends the response itself. */
  sends?: true;
}

/** Requires `params` exactly if the path has parameters. */
type NeedsParams<R extends Route> = [ParamsOf<R>] extends [never] ? { params?: undefined } : { params: object };

/** The parts of an endpoint that are derived once, when it is declared. */
export interface Resolved {
  route: Route;
  method: Method;
  path: string;
  /** The names of its query parameters, and those among them of which an empty one is none. */
  queryNames: ReadonlySet<string>;
  optionalQuery: ReadonlySet<string>;
  readParams: z.ZodObject;
  readQuery: z.ZodObject;
  readBody: z.ZodType | Media;
}

export type EndpointDeclaration = Details<Route> & Resolved;

/** Whether a parameter of certain words says something by its name alone, as `dryRun` does: to drop it would begin a real import. */
const isFlag = (schema: z.ZodType): boolean =>
  schema.safeParse('').success && !schema.safeParse('neither of its words').success;

const noBody = z.strictObject({}, 'This request takes no body.').nullish();

/** Declares an endpoint, from which follow its route, its right, the validation of its requests, its description and its types. */
export function endpoint<const R extends Route, const D extends Details<R> & NeedsParams<R>>(
  route: R,
  details: D,
): D & Resolved {
  const [method, path] = route.split(' ') as [Method, string];
  const query = details.query ?? z.strictObject({});
  const resolved: Resolved = {
    route,
    method,
    path,
    queryNames: new Set(Object.keys(query.shape)),
    optionalQuery: new Set(
      Object.entries(query.shape).flatMap(([name, each]) =>
        (each as z.ZodType).safeParse(undefined).success &&
        !isFlag(each as z.ZodType) &&
        !details.emptyCounts?.includes(name)
          ? [name]
          : [],
      ),
    ),
    readParams: z.object(details.params ?? {}),
    readQuery: query,
    readBody: details.body ?? noBody,
  };
  return { ...details, ...resolved };
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;

/** A request that its endpoint has validated. */
export interface RequestOf<D extends object> {
  params: D extends { params: infer Params } ? { [Name in keyof Params]: Output<Params[Name]> } : object;
  query: D extends { query: infer Query } ? Output<Query> : object;
  body: D extends { body: infer Body } ? Output<Body> : unknown;
  /** The signed-in caller. Throws 403 if there is none, which can only happen at a public endpoint. */
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

/** The declaration of a controller's method; undefined if the method is not an endpoint. */
export const declarationOf = (handler: object): EndpointDeclaration | undefined => declared.get(handler);

/**
 * Makes a method handle a declared endpoint. It gets the validated request and the reply, and its types are checked against the
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
