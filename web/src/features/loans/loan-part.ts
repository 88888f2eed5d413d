import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { LoanView } from '@kerb/domain/loans/loans.contract.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';

export type LoanCardProps = { record: Versioned<Agreement>; standing: Standing };

/** The props of each part of the loan card. */
export type LoanPartProps = LoanCardProps & { loan: LoanView };
