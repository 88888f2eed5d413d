import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import type { SecondFactor } from '@kerb/domain/session/second-factor.contract.ts';

/** Enough for every device of a person. More would only hide the one that somebody else added. */
export const mostPasskeys = 10;

export const passkeyRefused = 'That passkey was not accepted. Please try again, or log in another way.';

export const noPasskey = 'You have no passkey.';

export const passkeysUnavailable = 'Passkeys need an address with a name. This site is opened by a number.';

/** Passkeys of the kinds that today's devices make: elliptic curves of two kinds, and RSA for older Windows. */
export const passkeyAlgorithms: readonly number[] = [-8, -7, -257];

export const decideAddPasskey = ({ passkeys }: Pick<SecondFactor, 'passkeys'>): Decision<null> =>
  passkeys < mostPasskeys
    ? allow(null)
    : refuse('too-many-passkeys', `You have ${mostPasskeys} passkeys. Remove one that you no longer use first.`);

/** Where two-step login is required, the last means of it stays. */
export const decideRemovePasskey = ({
  isRequired,
  hasApp,
  passkeys,
}: Pick<SecondFactor, 'isRequired' | 'hasApp' | 'passkeys'>): Decision<null> =>
  isRequired && !hasApp && passkeys <= 1
    ? refuse(
        'last-factor',
        'Two-step login is required here, and this is your only passkey. Add another passkey or an authenticator app first.',
      )
    : allow(null);

/** The authenticator app may be turned off if two-step login is not required, or if a passkey is left. */
export const mayTurnAppOff = ({ isRequired, passkeys }: Pick<SecondFactor, 'isRequired' | 'passkeys'>): boolean =>
  !isRequired || passkeys > 0;
