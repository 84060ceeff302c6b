import {
  ForbiddenException,
  GoneException,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { asOfHeader } from '@superscope/contracts/as-of-header';
import type { FastifyRequest } from 'fastify';
import { from, Observable, switchMap } from 'rxjs';
import { AccessLog } from '../access/access-log.js';
import { callerOf, requirePlan } from '../access/caller.js';
import { may } from '../access/policy.js';
import type { Principal } from '../access/principal.js';
import { declarationOf } from '../endpoint/endpoint.js';
import { Refusal } from '../http/problem.filter.js';
import { viewOfDocument } from './document-of-view.js';
import { withReadSet, type ReadSet } from './read-set.js';
import { ReadSets } from './read-sets.js';

const wellFormed = /^[0-9a-f]{8,40}$/;

/**
 * Serves a request that names an as-of view from that view's read models. Only endpoints that declare `asOf` accept such requests, so that
 * no other endpoint returns today's figures for a question about the past. The caller's scope becomes the view's one plan.
 */
@Injectable()
export class AsOfInterceptor implements NestInterceptor {
  constructor(
    private readonly sets: ReadSets,
    private readonly log: AccessLog,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const ofDocument = viewOfDocument(request.principal?.document);
    if (ofDocument !== undefined) return this.ofDocument(ofDocument, context, next);
    const id = request.headers[asOfHeader];
    if (id === undefined) return next.handle();
    if (declarationOf(context.getHandler())?.asOf !== true)
      throw new Refusal(400, { message: 'This is not shown as of a past moment.' });
    const caller = callerOf(request);
    if (!may(caller.role, 'history.read') || caller.document !== undefined)
      throw new ForbiddenException('Your role does not allow this.');
    if (typeof id !== 'string' || !wellFormed.test(id)) throw new Refusal(400, { message: 'There is no such view.' });
    return from(this.sets.of(id)).pipe(
      switchMap(async (set) => {
        if (set === null) throw gone();
        requirePlan(caller, set.planId);
        request.principal = { ...caller, scope: { kind: 'plans', planIds: new Set([set.planId]) } };
        if (await this.sets.isNewReader(id, caller.userId)) this.note(request, caller, set);
        return set;
      }),
      switchMap((set) => within(set, next)),
    );
  }

  /**
   * The page of a document about a past moment names no view: its token does, and whoever had it issued had the right. What is not of a
   * moment, such as logos, it reads as of now.
   */
  private ofDocument(id: string, context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (declarationOf(context.getHandler())?.asOf !== true) return next.handle();
    return from(this.sets.of(id)).pipe(
      switchMap((set) => {
        if (set === null) throw gone();
        return within(set, next);
      }),
    );
  }

  /** Called only for readers who did not request the view: a request is already in the access log. */
  private note(request: FastifyRequest, { userId, role }: Principal, { id, planId, moment }: ReadSet): void {
    this.log.note(request, {
      userId,
      role,
      action: 'as-of read',
      object: id,
      planId,
      rows: null,
      outcome: 'ok',
      filter: { moment: moment.toISOString() },
    });
  }
}

const gone = () => new GoneException('This view of the past is not kept any more. Please ask for it again.');

/** The handler runs when it is subscribed to, so the subscription must happen inside the read set. */
const within = (set: ReadSet, next: CallHandler): Observable<unknown> =>
  new Observable((subscriber) => withReadSet(set, () => next.handle().subscribe(subscriber)));
