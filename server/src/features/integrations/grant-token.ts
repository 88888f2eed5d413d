import { isScope, type Scope } from '@kerb/domain/access/scopes.ts';
import { isLive } from '@kerb/domain/integrations/identity-rules.ts';
import {
  type Assertion,
  checkAssertion,
  subjectOf,
  takeAssertion,
} from '@kerb/server/features/integrations/client-assertion.ts';
import {
  type ClientProof,
  type Refused,
  type TokenRequest,
  wrongClient,
  wrongScope,
} from '@kerb/server/features/integrations/read-token-request.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { issueClientToken, type TokenIssuer } from '@kerb/server/platform/auth/tokens.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { countAttempt, networkOf, uncountAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { isSame, sha256 } from '@kerb/server/platform/secrets.ts';
import { inTransaction, type Work } from '@kerb/server/platform/work.ts';

const clientIdOf = (proof: ClientProof): string =>
  'assertion' in proof ? (subjectOf(proof.assertion) ?? '') : proof.clientId;

/** The live secrets and keys of a client that has not ended. */
async function credentialsOf(db: Database, clientId: string) {
  const rows = await db
    .selectFrom('serviceCredentials as k')
    .innerJoin('serviceIdentities as i', 'i.id', 'k.serviceIdentityId')
    .select(['k.id', 'k.kind', 'k.secretHash', 'k.publicJwk', 'k.algorithm', 'k.endedDate', 'k.expiryDate'])
    .select(['i.id as identityId', 'i.tenantId', 'i.userId', 'i.clientId', 'i.name', 'i.scopes'])
    .where('i.clientId', '=', clientId)
    .where('i.endedDate', 'is', null)
    .orderBy('k.id', 'desc')
    .execute();
  const now = realNow();
  return rows.filter((row) => isLive(row, now));
}
type Credential = Awaited<ReturnType<typeof credentialsOf>>[number];
type Proved = { credential: Credential; assertion: Assertion | null };

async function provedBySecret(db: Database, clientId: string, clientSecret: string): Promise<Proved | null> {
  const hash = sha256(clientSecret);
  const credentials = await credentialsOf(db, clientId);
  const credential = credentials.find(({ secretHash }) => secretHash !== null && isSame(hash, secretHash));
  return credential ? { credential, assertion: null } : null;
}

async function provedByAssertion(
  { db, config }: Deps,
  { clientId, assertion }: { clientId: string | null; assertion: string },
): Promise<Proved | null> {
  const subject = subjectOf(assertion);
  if (subject === null || (clientId !== null && clientId !== subject)) return null;
  const asked = { clientId: subject, audiences: [config.publicUrl, `${config.publicUrl}/oauth/token`] };
  for (const credential of await credentialsOf(db, subject)) {
    const { publicJwk, algorithm } = credential;
    const checked = publicJwk && algorithm && (await checkAssertion(assertion, { publicJwk, algorithm }, asked));
    if (checked) return { credential, assertion: checked };
  }
  return null;
}

/** The asked scopes, or all that the client has. Null if it asks for one that it does not have. */
function grantedScopes(held: readonly Scope[], asked: string | null): Scope[] | null {
  if (asked === null) return [...held];
  const wanted = asked.split(' ').filter((each) => each !== '');
  if (wanted.length === 0) return null;
  return wanted.every((each) => isScope(each) && held.includes(each))
    ? held.filter((each) => wanted.includes(each))
    : null;
}

async function noteUse({ tx }: Work, { id, identityId }: Credential, ipAddress: string): Promise<void> {
  const now = realNow();
  await tx.updateTable('serviceCredentials').set({ lastUsageDate: now }).where('id', '=', id).execute();
  await tx
    .updateTable('serviceIdentities')
    .set({ lastUsageDate: now, lastUsageNetwork: networkOf(ipAddress) })
    .where('id', '=', identityId)
    .execute();
}

export type Granted = Awaited<ReturnType<typeof issueClientToken>> | (Refused & { isReplayed?: true });

type Asked = TokenRequest & { ipAddress: string };

/**
 * Counts failures for each client and network, so that a failing neighbour stops nobody else, and tokens for each
 * client. Guessing a secret is hopeless anyway: the counts protect the server.
 */
async function proved(deps: Deps, { proof, ipAddress }: Asked): Promise<Proved | null> {
  const { db } = deps;
  const [clientId, network] = [clientIdOf(proof), networkOf(ipAddress)];
  const pair = `${network} ${clientId}`;
  await countAttempt(db, 'tokenFailuresPerNetwork', network);
  await countAttempt(db, 'tokenFailuresPerClient', pair);
  const found =
    'assertion' in proof
      ? await provedByAssertion(deps, proof)
      : await provedBySecret(db, proof.clientId, proof.clientSecret);
  if (!found) return null;
  await uncountAttempt(db, 'tokenFailuresPerNetwork', network);
  await uncountAttempt(db, 'tokenFailuresPerClient', pair);
  await countAttempt(db, 'tokensPerClient', clientId);
  return found;
}

/** OAuth 2, client credentials: a short-lived token for the scopes of a program in its own organisation. */
export async function grantToken(deps: Deps, issuer: TokenIssuer, asked: Asked): Promise<Granted> {
  const found = await proved(deps, asked);
  if (!found) return wrongClient;
  const { credential, assertion } = found;
  const { id, identityId, tenantId, userId, clientId, expiryDate } = credential;
  const scopes = grantedScopes(credential.scopes, asked.scope);
  if (!scopes) return wrongScope;
  const key = await issuer.keys.current();
  const actor = null;
  return inTransaction(deps, { actor, ipAddress: asked.ipAddress }, async (work) => {
    if (assertion && !(await takeAssertion(work.tx, identityId, assertion))) {
      return { ...wrongClient, isReplayed: true as const };
    }
    await noteUse(work, credential, asked.ipAddress);
    const data = { program: credential.name, clientId, scopes: scopes.join(' ') };
    await record(work, { activityCode: 'cred_auth', description: 'A program signed in', userId, tenantId, data });
    const end = credential.endedDate !== null && credential.endedDate < expiryDate ? credential.endedDate : expiryDate;
    const client = { userId, clientId, serviceCredentialId: id, scopes, expiryDate: end, ipAddress: asked.ipAddress };
    return issueClientToken(work.tx, issuer.issuer, key, client);
  });
}
