import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { seesLoan } from '@kerb/domain/loans/loan-access.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import {
  type AgreementRecord,
  campaignInScope,
  lockCampaign,
} from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { notPermitted } from '@kerb/server/platform/problems/problem.ts';

function permitted(scope: AccessScope, agreement: AgreementRecord): AgreementRecord {
  if (seesLoan(standingTowards(scope.actor, agreement), agreement)) return agreement;
  throw notPermitted();
}

/** The campaign of a loan, for those who manage or repay it. */
export const loanInScope = async (db: Database | Tx, scope: AccessScope, id: number): Promise<AgreementRecord> =>
  permitted(scope, await campaignInScope(db, scope, id));

export const lockLoan = async (tx: Tx, scope: AccessScope, id: number): Promise<AgreementRecord> =>
  permitted(scope, await lockCampaign(tx, scope, id));
