// Made from the folders by `npm run lists`. Do not edit.
import type { Source } from '../model/cube-member.js';
import type { EmployerSource } from './employer-source.js';
import { assetOwned } from './sources/asset-owned.js';
import { asset } from './sources/asset.js';
import { campaign } from './sources/campaign.js';
import { contactRequest } from './sources/contact-request.js';
import { memberCategory } from './sources/member-category.js';
import { memberMonth } from './sources/member-month.js';
import { movement } from './sources/movement.js';

/** How employers' queries about each kind of rows are answered. */
export const employerSources: Readonly<Record<Source, EmployerSource<unknown>>> = {
  assetOwned,
  asset,
  campaign,
  contactRequest,
  memberCategory,
  memberMonth,
  movement,
};
