import type { PublishingSecret } from '@superscope/domain/publishing/record-key';

/** The key material of published figures, from the key vault. */
export interface PublishingKeys {
  secret: PublishingSecret;
  /** When the secret was made. Months that closed earlier were published with a secret that is lost. */
  madeAt: Date;
}

export type PublishingVault = () => Promise<PublishingKeys>;
