import type { AddressForm } from '@superscope/contracts/alerts';
import { Hash, Mail, UsersRound, Webhook, type LucideIcon } from 'lucide-react';

export const FORM_NAMES: Record<AddressForm, string> = {
  mail: 'Mail',
  json: 'Webhook, JSON',
  slack: 'Webhook, Slack',
  teams: 'Webhook, Teams',
};

export const FORM_ICONS: Record<AddressForm, LucideIcon> = {
  mail: Mail,
  json: Webhook,
  slack: Hash,
  teams: UsersRound,
};
