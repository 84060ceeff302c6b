import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import type { membersView } from '@superscope/contracts/read-models/members';

type Named = Pick<DocumentOf<typeof membersView>, 'givenName' | 'surname' | 'login' | 'memberNumber'>;

/** A member's name for people: given name and surname, or what else the fund's files say. */
export const memberNameOf = ({ givenName, surname, login, memberNumber }: Named): string =>
  [givenName, surname].filter(Boolean).join(' ') || (login ?? memberNumber);
