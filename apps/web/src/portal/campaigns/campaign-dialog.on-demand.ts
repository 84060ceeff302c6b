import { onDemand } from '../../ui/on-demand';

/** A campaign in detail; its code is loaded once one is opened. */
export const CampaignDialog = onDemand(async () => (await import('./campaign-dialog')).CampaignDialog);
