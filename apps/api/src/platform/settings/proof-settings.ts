import { SigningKey } from '@superscope/event-store/proof/signing-key';
import type { Env } from '../../env.js';

export interface ProofSettings {
  key: SigningKey;
  folder: string;
}

/**
 * The key that signs the history and the folder of its heads; null unless the settings name both. Throws an Error if the key is invalid.
 */
export function proofSettings({
  SUPERSCOPE_HISTORY_KEY: pem,
  SUPERSCOPE_HISTORY_HEADS: folder,
}: Pick<Env, 'SUPERSCOPE_HISTORY_KEY' | 'SUPERSCOPE_HISTORY_HEADS'>): ProofSettings | null {
  return pem === undefined || folder === undefined ? null : { key: SigningKey.of(pem), folder };
}
