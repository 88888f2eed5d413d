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

export const firstPasskeyName = 'First passkey';

/**
 * Whether the holder of a link from a mailbox may make a passkey in place of a password. Not where either exists: the
 * mailbox alone would be a way around it.
 */
export const mayBeginWithPasskey = ({ hasPassword, isOn }: { hasPassword: boolean; isOn: boolean }): boolean =>
  !hasPassword && !isOn;

type Removing = Pick<SecondFactor, 'isRequired' | 'hasApp' | 'passkeys' | 'isPasswordless'>;

/** Where two-step login is required, its last means stays. So does the only passkey of a person without a password. */
export const decideRemovePasskey = ({ isRequired, hasApp, passkeys, isPasswordless }: Removing): Decision<null> => {
  if (isPasswordless && passkeys <= 1) {
    return refuse(
      'only-login',
      'This passkey is your only way to log in. Add another passkey first, or choose a password: ' +
        '“Forgotten your password?” on the login page sends you a link.',
    );
  }
  return isRequired && !hasApp && passkeys <= 1
    ? refuse(
        'last-factor',
        'Two-step login is required here, and this is your only passkey. Add another passkey or an authenticator app first.',
      )
    : allow(null);
};

/** The authenticator app may be turned off if two-step login is not required, or if a passkey is left. */
export const mayTurnAppOff = ({ isRequired, passkeys }: Pick<SecondFactor, 'isRequired' | 'passkeys'>): boolean =>
  !isRequired || passkeys > 0;
