import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import {
  passkeyCreation,
  type AddPasskeyRequest,
  type PasskeyCreation,
  type PasskeyQuestion,
  type PasskeySignInRequest,
} from '@superscope/contracts/passkeys';
import type { User } from '@superscope/domain/user/user';
import type { AddedPasskey } from '@superscope/domain/user/user.events';
import { ENV, type Env } from '../../env.js';
import { PasskeyChallenges, challengeMinutes } from './passkey-challenges.js';

const signInPurpose = 'sign in';
const addPurpose = (userId: string) => `add to ${userId}`;

/** The product's own id of a passkey: a digest, because a credential id may be of any length. */
export const passkeyIdOf = (credentialId: string): string =>
  createHash('sha256').update(credentialId).digest('hex').slice(0, 32);

/** The WebAuthn exchanges with authenticators. Origin and site are taken from the portal's public address. */
@Injectable()
export class PasskeyCeremonies {
  private readonly origin: string;
  private readonly site: string;

  constructor(
    @Inject(ENV) env: Env,
    private readonly challenges: PasskeyChallenges,
  ) {
    const address = new URL(env.SUPERSCOPE_PUBLIC_URL);
    this.origin = address.origin;
    this.site = address.hostname;
  }

  /** The options with which an authenticator creates a new passkey for this user. */
  async creationFor(userId: string, username: string, { passkeys }: User): Promise<PasskeyCreation> {
    const options = await generateRegistrationOptions({
      rpName: 'Superscope',
      rpID: this.site,
      userID: Uint8Array.from(Buffer.from(userId)),
      userName: username,
      challenge: Uint8Array.from(await this.challenges.issue(addPurpose(userId))),
      timeout: challengeMinutes * 60_000,
      attestationType: 'none',
      excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: [...transports],
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return passkeyCreation.parse(options);
  }

  /** The passkey that an authenticator made, ready to be added; null if the response does not answer a challenge of this portal. */
  async created(
    userId: string,
    answer: AddPasskeyRequest,
    addedAt: string,
  ): Promise<Omit<AddedPasskey, 'userId'> | null> {
    const { id, clientDataJSON, attestationObject, transports, name } = answer;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: (challenge) => this.challenges.accept(challenge, addPurpose(userId)),
      expectedOrigin: this.origin,
      expectedRPID: this.site,
      requireUserVerification: true,
    }).catch(noAnswer);
    if (registrationInfo === undefined) return null;
    const { credential } = registrationInfo;
    return {
      passkeyId: passkeyIdOf(credential.id),
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports,
      addedAt,
      personal: { name },
    };
  }

  async question(): Promise<PasskeyQuestion> {
    const challenge = (await this.challenges.issue(signInPurpose)).toString('base64url');
    return { rpId: this.site, challenge, timeout: challengeMinutes * 60_000, userVerification: 'required' };
  }

  /** The authenticator's new counter; null if the response is invalid. `counter` is the previous value. */
  async proven(passkey: AddedPasskey, counter: number, answer: PasskeySignInRequest): Promise<number | null> {
    const { id, userHandle, clientDataJSON, authenticatorData, signature } = answer;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature, userHandle },
      },
      expectedChallenge: (challenge) => this.challenges.accept(challenge, signInPurpose),
      expectedOrigin: this.origin,
      expectedRPID: this.site,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
        counter,
      },
    }).catch(noAnswer);
    return verified ? authenticationInfo.newCounter : null;
  }
}

/** The library throws a different error for each kind of invalid response. Callers do not learn which kind it was. */
function noAnswer(error: unknown): { verified: false; registrationInfo?: never; authenticationInfo?: never } {
  if (error instanceof Error && !/^Mongo|Unavailable/.test(error.name)) return { verified: false };
  throw error;
}
