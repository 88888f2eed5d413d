import type {
  CreationOptions,
  MadeCredential,
  RequestOptions,
  UsedCredential,
} from '@kerb/domain/session/passkeys.contract.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';

/** Whether this browser has passkeys, in the form in which we send and read them. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

const nothingChosen = 'No passkey was used. Nothing has changed, and you can try again.';
const alreadyHere = 'This device already has a passkey for your account.';

/** In words: the person closed the browser's dialog, the device has no passkey, or it has one already. */
function problemOf(cause: unknown): ApiProblem {
  const isAlready = cause instanceof DOMException && cause.name === 'InvalidStateError';
  return new ApiProblem({ kind: 'refused', status: 400, displayText: isAlready ? alreadyHere : nothingChosen, cause });
}

async function asked<Answer>(ask: () => Promise<Credential | null>): Promise<Answer> {
  const credential = await ask().catch((error: unknown) => {
    throw problemOf(error);
  });
  if (!(credential instanceof PublicKeyCredential)) throw problemOf(null);
  return credential.toJSON() as Answer;
}

/** The browser asks the person, and their device makes a passkey. */
export const makePasskey = (options: CreationOptions): Promise<MadeCredential> =>
  asked(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as never) }),
  );

/** The browser asks the person, and their device answers the challenge. */
export const askForPasskey = (options: RequestOptions): Promise<UsedCredential> =>
  asked(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as never) }),
  );
