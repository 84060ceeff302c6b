import { Controller } from '@nestjs/common';
import { asOfView, type AsOfView } from '@superscope/contracts/as-of-views';
import { AccessLog } from '../../platform/access/access-log.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { asOfViewId } from '../as-of-views/as-of-views.controller.js';
import { Proofs } from './proofs.js';

export const askProofEndpoint = endpoint('POST /api/history/views/:viewId/proof', {
  summary:
    'Requests the proof of a view: its plan’s events are replayed from the first up to the moment and compared row by row',
  right: 'history.read',
  params: { viewId: asOfViewId },
  answers: { 200: asOfView },
  problems: { 404: null, 409: null },
});

export const leaveProofEndpoint = endpoint('DELETE /api/history/views/:viewId/proof', {
  summary: 'Withdraws the caller’s request for a proof; the proof stops unless somebody else requested it',
  right: 'history.read',
  params: { viewId: asOfViewId },
  answers: { 200: asOfView },
  problems: { 404: null },
});

@Controller()
export class ProofsController {
  constructor(
    private readonly proofs: Proofs,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(askProofEndpoint)
  async ask({ params, caller, request }: RequestOf<typeof askProofEndpoint>): Promise<AsOfView> {
    const view = await this.proofs.ask(params.viewId, caller);
    const { userId, role } = caller;
    this.access.note(request, {
      userId,
      role,
      action: 'as-of proof',
      object: view.id,
      planId: view.planId,
      rows: null,
      outcome: 'ok',
      filter: { moment: view.moment },
    });
    return view;
  }

  @Endpoint(leaveProofEndpoint)
  leave({ params, caller }: RequestOf<typeof leaveProofEndpoint>): Promise<AsOfView> {
    return this.proofs.leave(params.viewId, caller);
  }
}
