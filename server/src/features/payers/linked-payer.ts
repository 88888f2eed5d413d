import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { type AgreementStatus, statusOfRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';

export type LinkedPayer = {
  id: number;
  agreementId: number;
  userId: number;
  firstName: string;
  surname: string;
  emailAddress: string;
  status: AgreementStatus;
  organisation: string;
  /** When the link ended, or null. */
  paymentLinkEndedDate: Moment | null;
  paymentLinkExpiryDate: Moment | null;
  paymentLinkVersion: number;
  mobileSetCount: number;
};

/** The payer whose Payment URL has this hash, with the status of their campaign. */
export async function payerOfLink(db: Database, hash: Buffer): Promise<LinkedPayer | null> {
  const payer = await db
    .selectFrom('signatories as p')
    .innerJoin('agreements as a', 'a.id', 'p.agreementId')
    .innerJoin('tenants as t', 't.id', 'a.tenantId')
    .select(['p.id', 'p.agreementId', 'p.userId', 'p.firstName', 'p.surname', 'a.status', 't.name as organisation'])
    .select(['p.paymentLinkEndedDate', 'p.paymentLinkExpiryDate', 'p.paymentLinkVersion'])
    .select(['p.emailAddress', 'p.mobileSetCount'])
    .where('p.paymentLinkHash', '=', hash)
    .executeTakeFirst();
  return payer ? { ...payer, status: statusOfRank(payer.status) } : null;
}
