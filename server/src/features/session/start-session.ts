import type { Role } from '@kerb/domain/access/actor.ts';
import { landingOf } from '@kerb/domain/shell/navigation.ts';
import { withTickets } from '@kerb/server/features/session/back-address.ts';
import { endOldestSignIns, tellOfSignIn } from '@kerb/server/features/session/new-sign-ins.ts';
import { hasNoOtherMeans, refuseOtherLogin } from '@kerb/server/features/session/required-login.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { rememberDevice } from '@kerb/server/platform/auth/known-devices.ts';
import { startSignIn } from '@kerb/server/platform/auth/sign-ins.ts';
import { issueTickets } from '@kerb/server/platform/auth/tokens.ts';
import type { SignInMeans } from '@kerb/server/platform/database/column-types.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';

export type Exchange = { request: FastifyRequest; reply: FastifyReply };
type NewSession = {
  userId: number;
  means: SignInMeans;
  back: string;
  secondFactor?: true;
  agreementId?: number;
  signatoryId?: number;
  /** The team member or admin who opened another person's link. */
  openedByUserId?: number;
  /** Whether a Payment URL had the part that only e-mails have. */
  isFromMailbox?: boolean;
  /** The provider of an organisation that has proven who it is. `isFresh`: just now. */
  provider?: { id: number; subject: string; sessionId: string | null; isFresh: boolean };
};

/** Signs a user in, logs it, and returns where the browser goes next. */
export async function startSession(work: Work, { request, reply }: Exchange, session: NewSession): Promise<string> {
  const { means, back, secondFactor, provider, ...who } = session;
  await refuseOtherLogin(work.tx, who.userId, means);
  const isProved = !provider || (provider.isFresh && (await hasNoOtherMeans(work.tx, who.userId)));
  const signInId = await startSignIn(work.tx, work.deps.config, request, reply, { ...who, means, isProved });
  if (provider) {
    const { id: loginProviderId, subject, sessionId } = provider;
    await work.tx.insertInto('providerSignIns').values({ signInId, loginProviderId, subject, sessionId }).execute();
  }
  if (means !== 'Payment URL') {
    const remembered = await rememberDevice(work.tx, work.deps.config, { request, reply }, who.userId);
    const wasUsed = await useLogon(work, who.userId);
    const hasLoggedInBefore = wasUsed || remembered.hasEarlier;
    await tellOfSignIn(work, { ...remembered, hasLoggedInBefore, means, userId: who.userId, signInId });
    await endOldestSignIns(work, who.userId);
  }
  await record(work, {
    activityCode: 'cred_auth',
    userId: who.userId,
    ...(who.agreementId !== undefined && { agreementId: who.agreementId }),
    ...(who.openedByUserId !== undefined && { description: 'Payment URL opened by the team' }),
    data: { means, ...(secondFactor && { secondFactor }) },
  });
  // The page of a payer has a token in it, so its address needs no tickets.
  if (means === 'Payment URL') return back;
  const target = back === '/' ? await landing(work, who.userId) : back;
  return withTickets(target, await issueTickets(work.tx, signInId));
}

/** Whether the person had logged in with this account before. */
async function useLogon({ tx, now }: Work, userId: number): Promise<boolean> {
  const { rows } = await sql<{ wasUsed: boolean }>`
    update credentials c set last_usage_date = ${now}
    from (select id, last_usage_date from credentials where user_id = ${userId} and type = 'logon' for update) before
    where c.id = before.id returning before.last_usage_date is not null as was_used`.execute(tx);
  return rows.some(({ wasUsed }) => wasUsed);
}

/** Where to begin, if no page was asked for. */
async function landing({ tx }: Work, userId: number): Promise<string> {
  const { role } = await tx.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirstOrThrow();
  return landingOf(role as Role);
}
