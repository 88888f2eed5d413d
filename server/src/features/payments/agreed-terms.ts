import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { isOwnRecord } from '@kerb/domain/access/actor.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Decision } from '@kerb/domain/kernel/decision.ts';
import { decideAgreed } from '@kerb/domain/payments/may-pay.ts';
import type { BilledKind } from '@kerb/domain/payments/payments.contract.ts';
import { countsAsAgreed } from '@kerb/domain/signing/terms.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';

/** Whether the actor may pay as far as the terms are concerned: a payer must have agreed to those of Pay Upfront. */
export async function agreedTo(
  { db, country }: { db: Database | Tx; country: CountryRules },
  { actor }: AccessScope,
  agreement: AgreementRecord,
  kind: BilledKind,
): Promise<Decision<null>> {
  const submitted = await db
    .selectFrom('signatories')
    .select(['id', 'userId', 'agreedTermsVersion'])
    .where('agreementId', '=', agreement.id)
    .where('userId', '=', actor.userId)
    .where('submittedDate', 'is not', null)
    .execute();
  const own = submitted.find((payer) => isOwnRecord(actor, payer));
  const hasAgreed = countsAsAgreed(country, 'pn', own?.agreedTermsVersion ?? null);
  return decideAgreed(kind, { standing: standingTowards(actor, agreement), hasAgreed });
}
