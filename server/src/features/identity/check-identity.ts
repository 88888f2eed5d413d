import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { identityFailures, identityNotSetUp } from '@kerb/domain/identity/identity.contract.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { identityCheckMessage } from '@kerb/domain/notifications/verification.ts';
import { mobileFirst } from '@kerb/domain/payers/payer-rules.ts';
import { checkedFields } from '@kerb/server/features/payers/end-identity-check.ts';
import { readingOf, type SignatoryRecord, signatoryInScope } from '@kerb/server/features/payers/payers.repository.ts';
import { recordOfPayer } from '@kerb/server/features/payers/record-of-payer.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { ourContact } from '@kerb/server/platform/outbox/campaign-senders.ts';
import { type NewMessage, postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import {
  type IdentifiedPerson,
  type IdentityGateway,
  IdentityUnavailable,
} from '@kerb/server/platform/ports/identity-gateway.ts';
import { conflict, invalid, notSetUp, Problem } from '@kerb/server/platform/problems/problem.ts';
import { type By, inTransaction, type Work } from '@kerb/server/platform/work.ts';

/** The provider, or the answer that this deployment has none: nobody's identity is then checked. */
function providerOf({ deps: { identity } }: Asking): IdentityGateway {
  if (identity === null) throw notSetUp(identityNotSetUp);
  return identity;
}

type Asking = { deps: Deps; scope: AccessScope; by: By; signatoryId: number };

async function signatoryOf({ deps, scope, signatoryId }: Asking): Promise<SignatoryRecord> {
  const signatory = await signatoryInScope(deps, scope, signatoryId);
  return signatory;
}

const noProfile = () => new Problem(409, 'no-profile', 'Create the identity profile first.');

async function profileOf({ deps, signatoryId }: Asking) {
  const profile = await deps.db
    .selectFrom('identityChecks')
    .selectAll()
    .where('signatoryId', '=', signatoryId)
    .executeTakeFirst();
  if (!profile) throw noProfile();
  return profile;
}

/** Calls the provider outside of any transaction. On failure, responds with the specified message for admins. */
async function asked<T>(words: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof IdentityUnavailable) throw new Problem(502, 'identity-provider', words, { cause: error });
    throw error;
  }
}

const personOf = (deps: Deps, signatory: SignatoryRecord): IdentifiedPerson => ({
  ...signatory,
  reference: `${deps.country.code.toLowerCase()}-${signatory.id}`,
  country: deps.country,
  address: signatory.residentialAddress === null ? null : { ...signatory, street: signatory.residentialAddress },
});

type Change = { description: string; data: object };

/** Stores the outcome together with its messages, in one transaction. */
const noted = (
  { deps, by }: Asking,
  { signatory, entityId }: { signatory: SignatoryRecord; entityId: string },
  change: Change,
  { values, message }: { values: object; message?: NewMessage },
) =>
  inTransaction(deps, by, async (work) => {
    if (message) await postMessage(work, message);
    // The profile ends if the payer's details change meanwhile: the outcome is then of another person.
    const stored = await work.tx
      .updateTable('identityChecks')
      .set(values)
      .where('signatoryId', '=', signatory.id)
      .where('entityId', '=', entityId)
      .returning('id')
      .executeTakeFirst();
    if (!stored) throw noProfile();
    await recordOfPayer(work, signatory, change);
  });

/** The profile is of the person whom the provider was asked about. Locks the payer until the profile is stored. */
async function refuseChanged(work: Work, { scope, signatoryId }: Asking, asked: SignatoryRecord): Promise<void> {
  await work.tx.selectFrom('signatories').select('id').where('id', '=', signatoryId).forUpdate().execute();
  const present = await signatoryInScope(readingOf(work), scope, signatoryId);
  if (checkedFields.some((field) => present[field] !== asked[field])) throw conflict();
}

/** Creates the profile, or keeps an existing one. */
export async function createProfile(asking: Asking): Promise<void> {
  const { deps, by } = asking;
  const identity = providerOf(asking);
  const signatory = await signatoryOf(asking);
  const { entityId, link } = await asked(identityFailures.createProfile, () =>
    identity.createProfile(personOf(deps, signatory)),
  );
  await inTransaction(deps, by, async (work) => {
    await refuseChanged(work, asking, signatory);
    const made = await work.tx
      .insertInto('identityChecks')
      .values({ signatoryId: signatory.id, entityId, link, createDate: work.now })
      .onConflict((conflict) => conflict.column('signatoryId').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) return;
    await recordOfPayer(work, signatory, { description: 'Identity profile created', data: { entityId } });
  });
}

export async function runCheck(asking: Asking): Promise<void> {
  const identity = providerOf(asking);
  const signatory = await signatoryOf(asking);
  const { entityId } = await profileOf(asking);
  const checkResult = await asked(identityFailures.runCheck, () => identity.runCheck(entityId));
  const change = { description: 'Identity checked', data: { checkResult } };
  await noted(asking, { signatory, entityId }, change, { values: { checkResult, checkDate: asking.deps.clock.now() } });
}

export async function sendBiometricSms(asking: Asking): Promise<void> {
  const identity = providerOf(asking);
  const signatory = await signatoryOf(asking);
  const { entityId } = await profileOf(asking);
  const { mobilePhone } = signatory;
  if (mobilePhone === null) {
    const because = mobileFirst;
    throw invalid(fieldError('mobilePhone', 'missing', because), because);
  }
  const { deps } = asking;
  const toSend = await asked(identityFailures.sendSms, () => identity.sendSms(entityId, mobilePhone));
  const change = { description: 'Biometric SMS sent', data: { entityId } };
  const message = toSend && {
    kind: 'identity-check',
    channel: 'sms' as const,
    audience: 'vendor' as const,
    isRequested: true,
    recipient: mobilePhone,
    ...identityCheckMessage({ ...signatory, ...ourContact(deps) }, toSend.link.length),
    secrets: [toSend.link],
    agreementId: signatory.agreementId,
    userId: signatory.userId,
  };
  await noted(asking, { signatory, entityId }, change, {
    values: { smsSentDate: deps.clock.now() },
    ...(message && { message }),
  });
}
