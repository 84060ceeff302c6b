import { Controller, Module } from '@nestjs/common';
import { asOfRequest, asOfView, type AsOfView } from '@superscope/contracts/as-of-views';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { AsOfViews } from './as-of-views.js';
import { HistoryModule } from './history.module.js';

/** The server makes the ids, so any other text names no view. */
export const asOfViewId = z.string().min(1).max(64);

const askAsOfViewEndpoint = endpoint('POST /api/history/views', {
  summary: 'Requests a plan as it stood at a past moment, or answers the progress of an earlier request for it',
  right: 'history.read',
  body: asOfRequest,
  answers: { 200: asOfView },
  problems: { 404: null },
});

const asOfViewsEndpoint = endpoint('GET /api/history/views', {
  summary: 'Views of plans as they stood that are kept or being made, the newest request first',
  right: 'history.read',
  answers: { 200: z.array(asOfView) },
  polled: true,
});

const asOfViewEndpoint = endpoint('GET /api/history/views/:viewId', {
  summary: 'The progress of one view',
  right: 'history.read',
  params: { viewId: asOfViewId },
  answers: { 200: asOfView },
  problems: { 404: null },
  polled: true,
});

const leaveAsOfViewEndpoint = endpoint('DELETE /api/history/views/:viewId', {
  summary: 'Withdraws the caller’s request for a view; making it stops unless somebody else requested it',
  right: 'history.read',
  params: { viewId: asOfViewId },
  answers: { 200: asOfView },
  problems: { 404: null },
});

@Controller()
class AsOfViewsController {
  constructor(
    private readonly views: AsOfViews,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(askAsOfViewEndpoint)
  async ask({ body, caller, request }: RequestOf<typeof askAsOfViewEndpoint>): Promise<AsOfView> {
    const view = await this.views.ask(body.planId, body.moment, caller);
    const { userId, role } = caller;
    this.access.note(request, {
      userId,
      role,
      action: 'as-of view',
      object: view.id,
      planId: view.planId,
      rows: null,
      outcome: 'ok',
      filter: { moment: view.moment },
    });
    return view;
  }

  @Endpoint(asOfViewsEndpoint)
  all({ caller }: RequestOf<typeof asOfViewsEndpoint>): Promise<AsOfView[]> {
    return this.views.all(caller);
  }

  @Endpoint(asOfViewEndpoint)
  one({ params, caller }: RequestOf<typeof asOfViewEndpoint>): Promise<AsOfView> {
    return this.views.one(params.viewId, caller);
  }

  @Endpoint(leaveAsOfViewEndpoint)
  leave({ params, caller }: RequestOf<typeof leaveAsOfViewEndpoint>): Promise<AsOfView> {
    return this.views.leave(params.viewId, caller);
  }
}

@Module({ imports: [HistoryModule], controllers: [AsOfViewsController] })
export class AsOfViewsSlice {}
