import { signOnRoles, type SignOnRole } from '@superscope/domain/user/user';
import type { UserContext } from '@superscope/domain/user/user.events';
import type { Env } from '../../env.js';

/** The role that a value of the provider's role claim grants. */
export interface SignOnGrant {
  role: SignOnRole;
  context: UserContext | null;
}

export interface SignOnSettings {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  scope: string;
  roleClaim: string;
  /** Grants by value of the claim, the strongest first. If a person has several values, the first listed one counts. */
  grants: readonly (readonly [value: string, grant: SignOnGrant])[];
}

const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]'];

/** Whether a provider is on this machine, the only case in which TLS is not required. */
export const isLoopback = ({ hostname }: URL): boolean => loopbackHosts.includes(hostname);

const explain =
  'OIDC_ROLES lists claim values and roles, such as portal-staff=Staff,advisers=AuthorizedRep:provider:TALLOWOOD';

/** Reads `value=Role`, `value=Role:allPlans` or `value=Role:provider:ID`, separated by commas. */
export function readGrants(text: string): [string, SignOnGrant][] {
  return text.split(',').map((entry) => {
    const [, value, role, kind, id] =
      /^\s*([^=]+?)\s*=\s*(\w+)(?::(allPlans|provider))?(?::([^:]+?))?\s*$/.exec(entry) ?? [];
    const known = signOnRoles.find((each) => each === role);
    if (value === undefined || known === undefined)
      throw new Error(`${explain}; the roles are ${signOnRoles.join(', ')}.`);
    if ((kind !== undefined && known !== 'AuthorizedRep') || (kind === 'provider') !== (id !== undefined))
      throw new Error(`${explain}; only AuthorizedRep has a context.`);
    const context = kind === undefined ? null : { kind: kind as 'allPlans' | 'provider', id: id ?? null };
    return [value, { role: known, context }];
  });
}

/** Null if no provider is configured. Throws an Error for settings that do not fit together. */
export function signOnSettings(env: Env): SignOnSettings | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ROLES } = env;
  if (OIDC_ISSUER === undefined) return null;
  if (OIDC_CLIENT_ID === undefined || OIDC_CLIENT_SECRET === undefined || OIDC_ROLES === undefined)
    throw new Error('OIDC_ISSUER needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_ROLES beside it.');
  const issuer = new URL(OIDC_ISSUER);
  if (issuer.protocol !== 'https:' && !isLoopback(issuer)) throw new Error('OIDC_ISSUER must begin with https://.');
  return {
    issuer,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    scope: env.OIDC_SCOPE,
    roleClaim: env.OIDC_ROLE_CLAIM,
    grants: readGrants(OIDC_ROLES),
  };
}
