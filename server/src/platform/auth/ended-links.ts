import { type LinkReason, linkReason, linkReasonWords } from '@kerb/domain/payers/link-reasons.ts';
import { statusOfRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { keyNumberOf } from '@kerb/server/platform/auth/link-versions.ts';
import { cookieHashOf, signInHolds } from '@kerb/server/platform/auth/sign-ins.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { notSignedIn, Problem } from '@kerb/server/platform/problems/problem.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';

type Looked = Pick<Deps, 'db' | 'country' | 'clock' | 'secrets'>;
type Row = {
  rank: number;
  organisation: string;
  isRemoved: boolean;
  isReplaced: boolean | null;
  isExpired: boolean | null;
  isEnded: boolean | null;
  version: number | null;
};
export type EndedLink = { reason: LinkReason; organisation: string };

/** Why a sign-in by Payment URL is over; null if it is still valid, and for every other sign-in. */
async function endedLink({ db, clock, secrets }: Looked, isMeant: RawBuilder<boolean>): Promise<EndedLink | null> {
  const { rows } = await sql<Row>`
    select a.status as rank, t.name as organisation, s.signatory_id is null as is_removed,
      p.sent_date > s.created_date as is_replaced, p.payment_link_expiry_date <= ${clock.now()} as is_expired,
      p.payment_link_ended_date is not null as is_ended, p.payment_link_version as version
    from sign_ins s
    join users u on u.id = s.user_id
    join agreements a on a.id = s.agreement_id
    join tenants t on t.id = a.tenant_id
    left join signatories p on p.id = s.signatory_id
    where ${isMeant} and not ${signInHolds(realNow())}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { rank, isRemoved, organisation } = row;
  const facts = {
    status: statusOfRank(rank),
    isRemoved,
    isReplaced: row.isReplaced === true,
    isExpired: row.isExpired === true,
    isEnded: row.isEnded === true,
    isOfFormerKey: row.version !== null && keyNumberOf(row.version) !== secrets.keyNumber,
  };
  return { reason: linkReason(facts), organisation };
}

/** The same for the sign-in of the browser's cookie. */
export async function endedLinkOf(
  looked: Looked & Pick<Deps, 'config'>,
  request: FastifyRequest,
): Promise<EndedLink | null> {
  const hash = cookieHashOf(looked.config, request);
  return hash && endedLink(looked, sql<boolean>`s.cookie_hash = ${hash}`);
}

function problemOf({ country }: Looked, ended: EndedLink | null): Problem {
  if (!ended) return notSignedIn();
  const words = linkReasonWords(ended.reason, { ...ended, supportPhone: country.supportPhone });
  return new Problem(401, 'link-ended', words.join(' '));
}

/** The 401 for a caller whose token is not accepted. A payer is told why their link ended. */
export const refusedFamily = async (looked: Looked, familyId: number): Promise<Problem> =>
  problemOf(
    looked,
    await endedLink(looked, sql<boolean>`s.id = (select f.sign_in_id from token_families f where f.id = ${familyId})`),
  );

export const refusedRefresh = async (looked: Looked, refreshToken: string): Promise<Problem> =>
  problemOf(
    looked,
    await endedLink(
      looked,
      sql<boolean>`s.id = (
        select f.sign_in_id from refresh_tokens r join token_families f on f.id = r.family_id
        where r.hash = ${sha256(refreshToken)})`,
    ),
  );

export const refusedCookie = async (looked: Looked & Pick<Deps, 'config'>, request: FastifyRequest): Promise<Problem> =>
  problemOf(looked, await endedLinkOf(looked, request));
