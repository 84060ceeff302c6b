/** What kind of access an action is. */
export const accessTypes = ['signIn', 'view', 'search', 'question', 'export', 'import', 'change'] as const;
export type AccessType = (typeof accessTypes)[number];

/** The area of the product that an action belongs to. */
export const accessContexts = ['account', 'members', 'figures', 'files', 'history', 'users', 'audit'] as const;
export type AccessContext = (typeof accessContexts)[number];

/** Actions that the access log records: the stored name, its kind, its area, and its name for people. Add, never rename. */
export const accessActions = {
  'signed in': { type: 'signIn', context: 'account', name: 'Signed in' },
  'signed in by single sign-on': { type: 'signIn', context: 'account', name: 'Signed in by single sign-on' },
  'signed in by passkey': { type: 'signIn', context: 'account', name: 'Signed in by passkey' },
  'signed out': { type: 'signIn', context: 'account', name: 'Signed out' },
  'failed sign-ins': { type: 'signIn', context: 'account', name: 'Failed sign-ins' },
  'locked sign-in': { type: 'signIn', context: 'account', name: 'Sign-in slowed down' },
  'used token': { type: 'signIn', context: 'account', name: 'Used an access token' },
  'changed password': { type: 'change', context: 'account', name: 'Changed password' },
  'set password by link': { type: 'change', context: 'account', name: 'Set a password by link' },
  'set up authenticator': { type: 'change', context: 'account', name: 'Set up an authenticator app' },
  'removed authenticator': { type: 'change', context: 'account', name: 'Removed an authenticator app' },
  'added passkey': { type: 'change', context: 'account', name: 'Added a passkey' },
  'removed passkey': { type: 'change', context: 'account', name: 'Removed a passkey' },
  'member viewed': { type: 'view', context: 'members', name: 'Member viewed' },
  'member search': { type: 'search', context: 'members', name: 'Member search' },
  'recorded member events': { type: 'change', context: 'members', name: 'Recorded member events' },
  'withdrew member event': { type: 'change', context: 'members', name: 'Withdrew a member event' },
  'moved member': { type: 'change', context: 'members', name: 'Moved a member' },
  'erased member': { type: 'change', context: 'members', name: 'Erased a member' },
  question: { type: 'question', context: 'figures', name: 'Question about few members' },
  export: { type: 'export', context: 'files', name: 'Export' },
  exported: { type: 'export', context: 'files', name: 'Export ended' },
  'check-import': { type: 'import', context: 'files', name: 'Checked a file' },
  import: { type: 'import', context: 'files', name: 'Import' },
  'as-of view': { type: 'view', context: 'history', name: 'Plan as it stood' },
  'event search': { type: 'search', context: 'history', name: 'Search in the event history' },
  'event read': { type: 'view', context: 'history', name: 'Event read' },
  'personal fields shown': { type: 'view', context: 'history', name: 'Personal fields shown' },
  'as-of proof': { type: 'view', context: 'history', name: 'Proof of a plan as it stood' },
  'activity search': { type: 'search', context: 'audit', name: 'Search for who looked at a member' },
  'registered user': { type: 'change', context: 'users', name: 'Registered a user' },
  'revised user': { type: 'change', context: 'users', name: 'Revised a user' },
  'changed role': { type: 'change', context: 'users', name: 'Changed a role' },
  'activated user': { type: 'change', context: 'users', name: 'Activated a user' },
  'deactivated user': { type: 'change', context: 'users', name: 'Deactivated a user' },
  'cleared failed sign-ins': { type: 'change', context: 'users', name: 'Cleared failed sign-ins' },
  'required second factor': { type: 'change', context: 'users', name: 'Set who needs a second step' },
  'reset authenticator': { type: 'change', context: 'users', name: 'Reset an authenticator app' },
  'issued token': { type: 'change', context: 'users', name: 'Issued an access token' },
  'revoked token': { type: 'change', context: 'users', name: 'Revoked an access token' },
} as const satisfies Record<string, { type: AccessType; context: AccessContext; name: string }>;

export type AccessAction = keyof typeof accessActions;
