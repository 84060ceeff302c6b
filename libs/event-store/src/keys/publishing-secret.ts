import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import { testSecret } from '@superscope/domain/publishing/test-secret.fixture';
import type { KeyVault } from './key-vault.js';

/**
 * The secret behind all published figures, made when it is first needed. After a loss another secret is made:
 * plan-months that closed before `madeAt` were published with the lost one and must not be published with this one.
 * Throws if it is the published test secret.
 */
export async function publishingSecret(
  vault: Pick<KeyVault, 'namedSecret'>,
): Promise<{ secret: PublishingSecret; madeAt: Date }> {
  const { bytes: secret, madeAt } = await vault.namedSecret('publishing');
  if (secret.equals(testSecret))
    throw new Error('The key vault holds the published test secret for published figures, which protects nobody.');
  if (madeAt === null) throw new Error('The key vault does not say when its secret for published figures was made.');
  return { secret, madeAt };
}
