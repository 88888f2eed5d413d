import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { decideQuote } from '@kerb/domain/options/quote.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { campaignOptionsOf } from '@kerb/server/features/options/options.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';

type Request = { id: number; code: FinanceOptionCode };

/** The cost of Pay On Success for this campaign. Stores nothing: a quote is not binding until it is chosen. */
export async function quoteOption({ db, rates, clock }: Deps, scope: AccessScope, { id, code }: Request) {
  const agreement = await campaignInScope(db, scope, id);
  const property =
    agreement.propertyId === null
      ? null
      : await db.selectFrom('properties').select('type').where('id', '=', agreement.propertyId).executeTakeFirst();
  const option = (await campaignOptionsOf(db, id)).find(({ optionCode }) => optionCode === 'pos');
  const facts = { ...agreement, property: property ?? null, discount: option?.discount ?? null };
  return { serviceFee: mustAllow(decideQuote(facts, code, rates.of(agreement, clock.now()))) };
}
