import { must } from '@kerb/domain/kernel/must.ts';
import { sql } from 'kysely';
import { said } from './campaign-money.ts';
import type { Rule } from './screens.ts';
import type { WorldRule } from './sight.ts';
import { cents, today, type World } from './world.ts';

/** New Zealand lets a borrower cancel within five working days. Public holidays would only make it longer. */
const cancellationDays = ({ stage }: World): number => (stage.deps.country.code === 'NZ' ? 5 : 0);

function weekdaysBetween(from: string, to: string): number {
  let [count, day] = [0, Temporal.PlainDate.from(from)];
  while (Temporal.PlainDate.compare(day, Temporal.PlainDate.from(to)) < 0) {
    day = day.add({ days: 1 });
    if (day.dayOfWeek <= 5) count += 1;
  }
  return count;
}

/** The loan of one campaign. */
export const loanRules: Record<string, Rule> = {
  'a drawn loan owes in the ledger what its page says, and no other loan owes fees or interest': (campaign) => {
    const { books, loan } = campaign;
    const charged = (books.charges ?? 0) + (books.accrued ?? 0);
    if (!loan?.isCharged) return charged === 0 ? null : `${said(charged)} is charged`;
    const owed = charged + (books.agreed ?? 0) + (books.loans ?? 0);
    return owed === loan.owed ? null : `the ledger has ${said(owed)}, the page ${said(loan.owed)}`;
  },
  'the loan book has the due day that the page of a charged loan says': ({ loan }) =>
    loan?.isCharged && loan.dueDate !== loan.dueInBook ? `${loan.dueInBook}, not ${loan.dueDate}` : null,
  'what is written off of a loan was lost and not recovered': async ({ id, books, loan }, { world }) => {
    const { rows } = await sql<{ lost: string }>`
      select coalesce(sum(e.amount), 0) as lost from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where t.agreement_id = ${id} and t.event = 'write-off' and e.account = 'writeoffs'`.execute(world.stage.db);
    const lost = cents(must(rows[0], 'sum').lost);
    const { recovered, writtenOff } = loan ?? { recovered: 0, writtenOff: books.writeoffs ?? 0 };
    if (recovered < 0 || recovered > lost) return `${said(recovered)} is recovered of ${said(lost)}`;
    const isRight = writtenOff === lost - recovered && writtenOff === (books.writeoffs ?? 0);
    return isRight ? null : `the page has ${said(writtenOff)} written off, not ${said(lost - recovered)}`;
  },
  'a loan is not repaid in the future': ({ repaidOn }, { world }) =>
    repaidOn !== null && repaidOn > today(world) ? `repaid on ${repaidOn}` : null,
  'a loan does not end before it starts': ({ startsOn, endsOn }) =>
    startsOn !== null && endsOn !== null && endsOn < startsOn ? `from ${startsOn} to ${endsOn}` : null,
};

export const paidOutRules: Record<string, WorldRule> = {
  'a loan is not paid out while it can be cancelled': async ({ world, campaigns }) => {
    const { rows } = await sql<{ agreementId: number; day: string }>`
      select i.agreement_id, (b.approved_date at time zone ${world.stage.deps.country.defaultTimeZone})::date::text as day
      from batch_items i join batches b on b.id = i.batch_id
      where i.tenant_id = ${world.tenantId} and b.approved_date is not null and not i.is_discarded`.execute(
      world.stage.db,
    );
    const tooEarly = rows.find(({ agreementId, day }) => {
      const signedOn = campaigns.find(({ id }) => id === agreementId)?.signedOn;
      return signedOn && signedOn <= day && weekdaysBetween(signedOn, day) < cancellationDays(world);
    });
    return tooEarly ? `campaign ${tooEarly.agreementId} was in a batch on ${tooEarly.day}` : null;
  },
};
