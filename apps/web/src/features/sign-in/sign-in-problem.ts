import type { SentCode, SignInRefusal } from '@superscope/contracts/authentication';
import { messageOf, statusOf } from '../../portal/api/base.api';

const MAINTENANCE = 'The server is currently down for routine maintenance, please try again soon';

export type SignInProblem =
  /** The password was right. The code from the app or the e-mail is still missing. */
  | { kind: 'codeWanted'; message: string | undefined; code: SentCode | undefined; method: 'email' | 'app' }
  | { kind: 'activationWanted'; message: string }
  | { kind: 'refused'; message: string; detail?: string | undefined };

/** The message for a failed sign-in, by the server's answer. */
export function signInProblem(error: unknown): SignInProblem {
  const status = statusOf(error);
  const message = messageOf(error);
  const data = (error as { data?: Partial<SignInRefusal> } | undefined)?.data;
  if (status === 401 && data?.mfaRequired === true)
    return { kind: 'codeWanted', message, code: data.code, method: data.method ?? 'email' };
  if (status === 401) return { kind: 'refused', message: message ?? 'Unable to login' };
  if (status === 412) {
    return { kind: 'activationWanted', message: message ?? 'This account has to be activated before it can be used.' };
  }
  if (status !== undefined && status >= 500) return { kind: 'refused', message: MAINTENANCE };
  return { kind: 'refused', message: 'Unable to login', detail: status === 429 ? message : undefined };
}

const COOKIE = 'AUTH-ERROR';

/** The reason why single sign-on failed, which the server stores in a cookie. */
export function staffSignInError(): string | null {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${COOKIE}=`));
  if (!pair) return null;
  const value = pair.slice(COOKIE.length + 1);
  try {
    return decodeURIComponent(value.replace(/\+/g, ' ')) || null;
  } catch {
    return value;
  }
}

/** It is shown once: a later visit starts without it. */
export const forgetStaffSignInError = () => {
  document.cookie = `${COOKIE}=; Max-Age=0; Path=/`;
};
