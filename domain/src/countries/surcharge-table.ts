import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { CardFunding, CardScheme } from '@kerb/domain/vocabulary/card-schemes.ts';

/** Cards with the same surcharge. */
export type SurchargeRow = {
  label: string;
  schemes: readonly CardScheme[];
  fundings: readonly CardFunding[];
  basisPoints: number;
};

/** Applies from a day until the next table's day. Keep earlier tables: old receipts must still add up. */
export type SurchargeTable = { from: Day; rows: readonly SurchargeRow[] };
