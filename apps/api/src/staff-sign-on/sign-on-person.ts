import { holdsControlCharacters } from '@superscope/domain/control-characters';
import { holdsTaxFileNumber } from '@superscope/domain/tax-file-number';
import { cleanText } from '@superscope/domain/text/clean-text';
import type { Claims } from './identity-provider.js';
import { SignOnRefusal } from './sign-on-refusal.js';
import type { SignOnGrant, SignOnSettings } from '../platform/settings/sign-on-settings.js';

/** A staff member as the provider describes them. */
export interface SignOnPerson extends SignOnGrant {
  /** Unique at the provider, and never changes. */
  subject: string;
  username: string;
  name: string | null;
  email: string;
}

const longest = 200;
/** A claim's text; null if there is none, or one that no field of the portal would take. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '' || value.length > longest) return null;
  return holdsControlCharacters(value) || holdsTaxFileNumber(value) ? null : value.trim();
}

const nameOf = (value: unknown): string | null => cleanText(textOf(value) ?? '') || null;

/** The values of a claim that is either text or a list of texts. */
const valuesOf = (claim: unknown): readonly unknown[] => (Array.isArray(claim) ? claim : [claim]);

/** Reads the claims. Throws SignOnRefusal for a person without a subject, a role in the portal, or a confirmed e-mail address. */
export function personOf(
  claims: Claims,
  { roleClaim, grants }: Pick<SignOnSettings, 'roleClaim' | 'grants'>,
): SignOnPerson {
  const subject = textOf(claims['sub']);
  if (subject === null) throw new SignOnRefusal('notTrusted');
  const values = valuesOf(claims[roleClaim]);
  const grant = grants.find(([value]) => values.includes(value))?.[1];
  if (grant === undefined) throw new SignOnRefusal('noRole');
  const email = nameOf(claims['email']);
  // Some providers confirm every address and leave out the claim, so only an explicit `false` refuses.
  if (email === null || !/^[^\s@]+@[^\s@]+$/.test(email) || claims['email_verified'] === false)
    throw new SignOnRefusal('noEmail');
  return {
    subject,
    ...grant,
    email,
    username: nameOf(claims['preferred_username']) ?? email,
    name: nameOf(claims['name']),
  };
}
