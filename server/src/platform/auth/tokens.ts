import { randomUUID } from 'node:crypto';
import type { Scope } from '@kerb/domain/access/scopes.ts';
import { addMinutes, addSeconds, type Moment } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { Tokens } from '@kerb/domain/session/session.contract.ts';
import { activeSince, signInHolds } from '@kerb/server/platform/auth/sign-ins.ts';
import { type SigningKeys, tokenAlgorithm } from '@kerb/server/platform/auth/signing-keys.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { notSignedIn } from '@kerb/server/platform/problems/problem.ts';
import { ownerOfSignIn, ownerOfUser } from '@kerb/server/platform/queues/lanes.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';

const accessMinutes = 5;
const refreshMinutes = 12 * 60;
const ticketSeconds = 60;
const audience = 'kerb-api';
const tokenType = 'at+jwt';

export type TokenIssuer = { issuer: string; keys: SigningKeys };
/** The person whose token it is, and the owner of its requests in queues. */
type Holder = { userId: number; familyId: number; owner: string };
export type AccessClaims = Holder & { isOfProgram: boolean };

type CurrentKey = Awaited<ReturnType<SigningKeys['current']>>;

function accessToken(
  issuer: string,
  { id, privateKey }: CurrentKey,
  { userId, familyId, owner }: Holder,
  more: Record<string, string> = {},
) {
  const other = owner === ownerOfUser(userId) ? {} : { owner };
  return new SignJWT({ fam: familyId, ...other, ...more })
    .setProtectedHeader({ alg: tokenAlgorithm, kid: id, typ: tokenType })
    .setSubject(String(userId))
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${accessMinutes}m`)
    .sign(privateKey);
}

function keyIdOf(token: string): string | null {
  try {
    const { kid } = decodeProtectedHeader(token);
    return typeof kid === 'string' ? kid : null;
  } catch {
    // Anybody can send anything as a token; the caller gets 401.
    return null;
  }
}

type Checked = { claims: AccessClaims; until: number };
/** No longer than a server caches a key, and few enough to fit in some hundred kilobytes. */
const rememberMs = 60_000;
const mostRemembered = 2_000;
/** A cache by token hash, because checking a signature takes longer than all other work before the rules. */
const remembered = new WeakMap<SigningKeys, Map<string, Checked>>();

function memoryOf(keys: SigningKeys): Map<string, Checked> {
  const known = remembered.get(keys) ?? new Map<string, Checked>();
  remembered.set(keys, known);
  return known;
}

function remember(known: Map<string, Checked>, hash: string, checked: Checked): void {
  const [oldest] = known.keys();
  if (known.size >= mostRemembered && oldest !== undefined) known.delete(oldest);
  known.set(hash, checked);
}

/** Null for anything that is not a valid, unexpired token of ours with the one allowed algorithm. */
export async function readAccessToken({ issuer, keys }: TokenIssuer, token: string): Promise<AccessClaims | null> {
  const known = memoryOf(keys);
  const hash = sha256(`${issuer} ${token}`).toString('base64');
  const seen = known.get(hash);
  if (seen && seen.until > Date.now()) return seen.claims;
  known.delete(hash);
  const keyId = keyIdOf(token);
  // Outside the try block, because a database error does not mean a wrong token.
  const key = keyId === null ? null : await keys.publicKey(keyId);
  if (!key) return null;
  const requiredClaims = ['sub', 'fam', 'iat', 'exp'];
  try {
    const checks = { issuer, audience, typ: tokenType, algorithms: [tokenAlgorithm], requiredClaims };
    const { payload } = await jwtVerify(token, key, checks);
    const [userId, familyId] = [Number(payload.sub), Number(payload.fam)];
    const owner = typeof payload.owner === 'string' ? payload.owner : ownerOfUser(userId);
    const claims = { userId, familyId, owner, isOfProgram: payload.client_id !== undefined };
    const until = Math.min(Date.now() + rememberMs, 1_000 * must(payload.exp, 'expiry of a token'));
    remember(known, hash, { claims, until });
    return claims;
  } catch {
    // Forged, expired or of another issuer; the caller gets 401.
    return null;
  }
}

/** Creates two tickets for an address. They work once, for one minute, and only in this browser. */
export async function issueTickets(db: Database | Tx, signInId: number) {
  const [access, refresh] = [randomToken(), randomToken()];
  await db
    .insertInto('signInTickets')
    .values({
      accessHash: sha256(access),
      refreshHash: sha256(refresh),
      signInId,
      expiryDate: addSeconds(realNow(), ticketSeconds),
    })
    .execute();
  return { access, refresh };
}

async function nextTokens(tx: Tx, issuer: string, key: CurrentKey, holder: Holder): Promise<Tokens> {
  const { familyId } = holder;
  const refreshToken = randomToken();
  const expiryDate = addMinutes(realNow(), refreshMinutes);
  await tx
    .insertInto('refreshTokens')
    .values({ hash: sha256(refreshToken), familyId, expiryDate })
    .execute();
  const token = await accessToken(issuer, key, holder);
  return { accessToken: token, refreshToken, expiresIn: accessMinutes * 60 };
}

async function newFamily(
  tx: Tx,
  issuer: string,
  key: CurrentKey,
  { signInId, provedDate, ...holder }: Omit<Holder, 'familyId'> & { signInId: number; provedDate: Moment | null },
): Promise<Tokens> {
  const { id: familyId } = await tx
    .insertInto('tokenFamilies')
    .values({ signInId, createdDate: realNow(), provedDate })
    .returning('id')
    .executeTakeFirstOrThrow();
  return nextTokens(tx, issuer, key, { ...holder, familyId });
}

type OfCookie = { signInId: number; userId: number; cookieHash: Buffer; idleSeconds?: number | undefined };

/**
 * Tokens for a page of the browser that has the cookie. They begin with the last proof of the sign-in, because a proof
 * replaces the cookie. The cookie is compared again, because a proof may have replaced it since. Opening a page counts
 * as activity of the person; a page that is only open does not.
 */
async function activeFamily(
  tx: Tx,
  issuer: string,
  key: CurrentKey,
  { signInId, userId, cookieHash, idleSeconds = 0 }: OfCookie,
): Promise<Tokens> {
  const signIn = await tx
    .updateTable('signIns')
    .set({ lastActiveDate: activeSince(idleSeconds) })
    .where('id', '=', signInId)
    .where('cookieHash', '=', cookieHash)
    .returning(['provedDate', 'signatoryId', 'openedByUserId'])
    .executeTakeFirst();
  if (!signIn) throw notSignedIn();
  const owner = ownerOfSignIn({ ...signIn, userId });
  return newFamily(tx, issuer, key, { signInId, userId, owner, provedDate: signIn.provedDate });
}

/** Exchanges tickets for tokens, once, and only in the browser whose sign-in made them. */
export async function exchangeTickets(
  db: Database,
  { issuer, keys }: TokenIssuer,
  tickets: OfCookie & { access: string; refresh: string },
): Promise<Tokens> {
  const key = await keys.current();
  return db.transaction().execute(async (tx) => {
    const taken = await tx
      .deleteFrom('signInTickets')
      .where('accessHash', '=', sha256(tickets.access))
      .where('refreshHash', '=', sha256(tickets.refresh))
      .where('signInId', '=', tickets.signInId)
      .where('expiryDate', '>', realNow())
      .returning('signInId')
      .executeTakeFirst();
    if (!taken) throw notSignedIn();
    return activeFamily(tx, issuer, key, tickets);
  });
}

/** New tokens in a browser that is signed in, for a page whose own tokens have ended. */
export async function resumeTokens(db: Database, { issuer, keys }: TokenIssuer, signIn: OfCookie): Promise<Tokens> {
  const key = await keys.current();
  return db.transaction().execute((tx) => activeFamily(tx, issuer, key, signIn));
}

/** After a proof of identity: new tokens for this tab. Others may be copies, and do not get the proof. */
export async function renewTokens(tx: Tx, issuer: string, key: CurrentKey, old: Holder): Promise<Tokens> {
  const ended = await tx
    .updateTable('tokenFamilies')
    .set({ endedDate: realNow() })
    .where('id', '=', old.familyId)
    .where('endedDate', 'is', null)
    .returning('signInId')
    .executeTakeFirst();
  if (!ended) throw notSignedIn();
  return newFamily(tx, issuer, key, { ...ended, userId: old.userId, owner: old.owner, provedDate: realNow() });
}

/** A refresh token that was used before, and whose it was. */
export type Replay = { replayedOwner: string };

/** The owner of a refresh token, or null if it is refused. The row stays locked until the end of the transaction. */
async function takeRefreshToken(tx: Tx, hash: Buffer, now: Moment, idle: number): Promise<Holder | Replay | null> {
  const row = await tx
    .selectFrom('refreshTokens as t')
    .innerJoin('tokenFamilies as f', 'f.id', 't.familyId')
    .innerJoin('signIns as s', 's.id', 'f.signInId')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['t.familyId', 't.usedDate', 't.expiryDate', 'f.endedDate as familyEnded', 's.id as signInId'])
    .select(['s.userId', 's.signatoryId', 's.openedByUserId'])
    .select(signInHolds(now).as('holds'))
    .where('t.hash', '=', hash)
    .forUpdate(['t', 'f'])
    .executeTakeFirst();
  if (!row) return null;
  const owner = ownerOfSignIn(row);
  if (row.usedDate !== null) {
    await tx.updateTable('tokenFamilies').set({ endedDate: now }).where('id', '=', row.familyId).execute();
    return { replayedOwner: owner };
  }
  if (row.familyEnded !== null || !row.holds || row.expiryDate <= now) return null;
  await tx.updateTable('refreshTokens').set({ usedDate: now }).where('hash', '=', hash).execute();
  const lastActiveDate = activeSince(idle);
  await tx.updateTable('signIns').set({ lastUsedDate: now, lastActiveDate }).where('id', '=', row.signInId).execute();
  return { userId: row.userId, familyId: row.familyId, owner };
}

/**
 * A refresh token works once. A replayed one was copied, so its whole family ends, for the thief and for the owner. The
 * same applies to two uses in parallel, because a thief and a hasty tab look the same. The tab gets a new family from
 * the login page, by its cookie, without asking the user. Null if the token is refused for another reason.
 * `idleSeconds` says how long nobody has touched the page: an open page does not keep a sign-in alive by itself.
 */
export async function refreshTokens(
  db: Database,
  { issuer, keys }: TokenIssuer,
  { refreshToken, idleSeconds = 0 }: { refreshToken: string; idleSeconds?: number | undefined },
): Promise<Tokens | Replay | null> {
  const key = await keys.current();
  const now = realNow();
  return db.transaction().execute(async (tx) => {
    const holder = await takeRefreshToken(tx, sha256(refreshToken), now, idleSeconds);
    if (!holder || 'replayedOwner' in holder) return holder;
    return nextTokens(tx, issuer, key, holder);
  });
}

type ClientToken = {
  userId: number;
  clientId: string;
  serviceCredentialId: number;
  scopes: readonly Scope[];
  /** When the credential stops working. */
  expiryDate: Moment;
  ipAddress: string;
};

/** A token for a program (RFC 9068): no cookie, no refresh token, and no longer life than its credential. */
export async function issueClientToken(tx: Tx, issuer: string, key: CurrentKey, client: ClientToken) {
  const { userId, clientId, serviceCredentialId, scopes, ipAddress } = client;
  const now = realNow();
  const end = addMinutes(now, accessMinutes);
  const expiryDate = client.expiryDate < end ? client.expiryDate : end;
  const { id: signInId } = await tx
    .insertInto('signIns')
    .values({
      userId,
      serviceCredentialId,
      scopes: [...scopes],
      cookieHash: sha256(randomToken()),
      agreementId: null,
      signatoryId: null,
      createdDate: now,
      lastUsedDate: now,
      expiryDate,
      ipAddress,
      userAgent: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: familyId } = await tx
    .insertInto('tokenFamilies')
    .values({ signInId, createdDate: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const scope = scopes.join(' ');
  const claims = { client_id: clientId, scope, jti: randomUUID() };
  const token = await accessToken(issuer, key, { userId, familyId, owner: ownerOfUser(userId) }, claims);
  const seconds = Math.floor((Date.parse(expiryDate) - Date.parse(now)) / 1_000);
  return { access_token: token, token_type: 'Bearer', expires_in: seconds, scope } as const;
}
