import type {
  AddPasskeyRequest,
  PasskeyCreation,
  PasskeyQuestion,
  PasskeySignInRequest,
} from '@superscope/contracts/passkeys';

/** The browser's authenticators, by their library, which is loaded when a passkey is used: most people who sign in have none. */
export const authenticators = { load: () => import('@simplewebauthn/browser') };

/** Whether this browser can use passkeys. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** The browser's answer, or why there is none. Browsers report a person who declined and a timeout alike. */
export type PasskeyOutcome<Answer> =
  { answer: Answer } | { none: 'declined' } | { none: 'alreadyAdded' } | { none: 'failed' };

/** Has the browser make a passkey. */
export const makePasskey = (creation: PasskeyCreation): Promise<PasskeyOutcome<Omit<AddPasskeyRequest, 'name'>>> =>
  outcomeOf(async () => {
    const { startRegistration } = await authenticators.load();
    const { id, response } = await startRegistration({ optionsJSON: creation });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { id, clientDataJSON, attestationObject, transports };
  });

/** Has the browser sign in by a passkey of the person's choice. */
export const answerByPasskey = (question: PasskeyQuestion): Promise<PasskeyOutcome<PasskeySignInRequest>> =>
  outcomeOf(async () => {
    const { startAuthentication } = await authenticators.load();
    const { id, response } = await startAuthentication({ optionsJSON: question });
    const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
    return { id, userHandle, clientDataJSON, authenticatorData, signature };
  });

async function outcomeOf<Answer>(ask: () => Promise<Answer>): Promise<PasskeyOutcome<Answer>> {
  try {
    return { answer: await ask() };
  } catch (error) {
    const { name } = error as Error;
    if (name === 'NotAllowedError' || name === 'AbortError') return { none: 'declined' };
    return { none: name === 'InvalidStateError' ? 'alreadyAdded' : 'failed' };
  }
}
