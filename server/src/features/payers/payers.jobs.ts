import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { sql } from 'kysely';

const mostAtOnce = 500;

/**
 * Ends the Payment URLs whose days are over, and their sign-ins. The page of a link checks the date itself; this ends
 * the pages that are open.
 */
export async function endExpiredLinks({ db, clock }: Deps): Promise<number> {
  let ended = 0;
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      with expired as (
        update signatories set payment_link_ended_date = payment_link_expiry_date
        where id in (
          select id from signatories
          where payment_link_ended_date is null and payment_link_hash is not null
            and payment_link_expiry_date <= ${clock.now()}
          order by payment_link_expiry_date limit ${mostAtOnce} for update skip locked)
        returning id),
      signed_out as (
        update sign_ins s set ended_date = ${realNow()} from expired e
        where s.signatory_id = e.id and s.ended_date is null)
      select id from expired`.execute(db);
    ended += rows.length;
    if (rows.length < mostAtOnce) return ended;
  }
}

export const payerJobs: Job[] = [
  { name: 'end-payment-links', every: '23 * * * *', run: async (deps) => void (await endExpiredLinks(deps)) },
];
