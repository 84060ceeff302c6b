import { onDemand } from '../../ui/on-demand';

/** The details of a campaign. The code is loaded when a campaign is first opened. */
export const CampaignDialog = onDemand(async () => (await import('./campaign-dialog')).CampaignDialog);
