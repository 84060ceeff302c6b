import type { PublishingSecret } from '@superscope/domain/publishing/record-key';

/** What published figures are made with, as the key vault has it. */
export interface PublishingKeys {
  secret: PublishingSecret;
  /** Months that closed before it were published with a secret that is lost. */
  madeAt: Date;
}

export type PublishingVault = () => Promise<PublishingKeys>;
