/** The reasons why a person was not signed on. The sign-in screen shows these sentences, never a provider's text. */
export const signOnReasons = {
  notSetUp: 'Staff single sign-on is not set up here. Please use your password.',
  providerAway: 'The staff sign-on service does not answer. Please try again soon, or use your password.',
  cancelled: 'The staff sign-on was cancelled or refused. Please try again, or use your password.',
  notBegunHere: 'The staff sign-on was not begun in this browser, or took too long. Please try again.',
  expired: 'The staff sign-on has expired. Please try again.',
  notTrusted: 'The answer of the staff sign-on service could not be verified. Please tell your administrator.',
  noEmail: 'Your work account has no confirmed e-mail address, which Superscope needs.',
  noRole: 'Your work account has no role in Superscope. Please ask an administrator for one.',
  deactivated: 'Your Superscope account is deactivated. Please ask an administrator.',
  somebodyElses: 'Another Superscope account has your e-mail address. Please ask an administrator.',
  lastAdmin: 'You are the last Admin, and your work account no longer says so. Please ask your identity administrator.',
} as const;
export type SignOnReason = keyof typeof signOnReasons;

/** Ends a sign-on. `cause` is only logged. */
export class SignOnRefusal extends Error {
  constructor(
    readonly reason: SignOnReason,
    cause?: unknown,
  ) {
    super(signOnReasons[reason], { cause });
  }
}
