import { centsFromDecimal, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import type { ApplicationStatus } from '@kerb/domain/options/applications.ts';
import type { FinancedOption } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';

export type ApplicationRecord = {
  id: number;
  optionCode: FinancedOption;
  status: ApplicationStatus;
  amount: number;
  createdDate: string;
  submitDate: string | null;
  approvedDate: string | null;
};

/** Every application of a campaign, oldest first. At most one of them is not cancelled. */
export async function applicationsOf(db: Database | Tx, agreementId: number): Promise<ApplicationRecord[]> {
  const rows = await db
    .selectFrom('financeApplications')
    .select(['id', 'optionCode', 'status', 'amount', 'createdDate', 'submitDate', 'approvedDate'])
    .where('agreementId', '=', agreementId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, amount: centsFromDecimal(row.amount) }));
}

type Stamps = { submitDate?: string; approvedDate?: string; endedDate?: string };

/** The dates that a new status sets on an application. */
const stampsOf = (status: ApplicationStatus, now: string): Stamps => ({
  ...(status === 'waiting-approval' && { submitDate: now }),
  ...(status === 'approved' && { approvedDate: now }),
  ...((status === 'cancelled' || status === 'rejected') && { endedDate: now }),
});

type NewApplication = { agreementId: number; optionCode: FinancedOption; status: ApplicationStatus; amount: number };

export async function insertApplication(tx: Tx, made: NewApplication, now: string): Promise<number> {
  const { id } = await tx
    .insertInto('financeApplications')
    .values({
      ...made,
      amount: decimalFromCents(made.amount),
      ...stampsOf(made.status, now),
      createdDate: now,
      lastUpdateDate: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function moveApplication(tx: Tx, id: number, status: ApplicationStatus, now: string): Promise<void> {
  await tx
    .updateTable('financeApplications')
    .set({ status, ...stampsOf(status, now), lastUpdateDate: now })
    .where('id', '=', id)
    .execute();
}

export async function amendApplication(tx: Tx, id: number, amount: number, now: string): Promise<void> {
  await tx
    .updateTable('financeApplications')
    .set({ amount: decimalFromCents(amount), lastUpdateDate: now })
    .where('id', '=', id)
    .execute();
}
