import { erasedText } from '@superscope/domain/erased';
import { createHmac, randomBytes } from 'node:crypto';

/** The value shown for a personal field until it is requested. */
const hiddenText = 'Hidden';
/** The value that is always shown for a secret: it is of no use to a reader, and an attacker could guess against it. */
export const secretText = 'Not shown';

/** A passkey's fields are public, but they help an attacker to impersonate the authenticator. */
const secretFields = /^((sealed|secret)[A-Z]|(credentialId|publicKey)$)/;
const tokens = /\u0001[\da-f]{16}/g;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Hides personal values before a stream is folded, so that no state holds one. Equal values get equal tokens within one request, so that a
 * reader still sees which values changed.
 */
export class HiddenValues {
  private readonly key = randomBytes(32);

  /** Replaces the personal values of an event's data by tokens. An erased value stays, because it reveals nothing. */
  hide(data: unknown): unknown {
    if (!isObject(data) || !isObject(data['personal'])) return data;
    const personal = Object.entries(data['personal']).map(([field, value]) => [field, this.token(value)] as const);
    return { ...data, personal: Object.fromEntries(personal) };
  }

  private token(value: unknown): unknown {
    if (typeof value !== 'string' || value === erasedText) return value;
    return `\u0001${createHmac('sha256', this.key).update(value).digest('hex').slice(0, 16)}`;
  }
}

/** Replaces tokens in a text by 'Hidden'. */
export const withoutTokens = (text: string): string => text.replaceAll(tokens, hiddenText);

/** A value for a reader, without tokens and secrets. */
export function readable(value: unknown): unknown {
  if (typeof value === 'string') return withoutTokens(value);
  if (Array.isArray(value)) return value.map(readable);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, isSecret(name, part) ? secretText : readable(part)]),
  );
}

export const isSecret = (name: string, value: unknown): boolean =>
  secretFields.test(name) && typeof value === 'string' && value !== '';

/** Whether an event has a personal value that was not erased. */
export function holdsPersonal(data: unknown): boolean {
  const personal = isObject(data) ? data['personal'] : null;
  return (
    isObject(personal) && Object.values(personal).some((value) => typeof value === 'string' && value !== erasedText)
  );
}
