import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { payersOf } from '@kerb/web/features/campaigns/ask-before-ending.ts';
import { documentQueries } from '@kerb/web/features/documents/documents.queries.ts';
import { optionQueries } from '@kerb/web/features/options/options.queries.ts';
import { propertyQueries } from '@kerb/web/features/properties/properties.queries.ts';
import type { QueryClient } from '@tanstack/react-query';

/** What a printed campaign states beside its record. A part that was not loaded is undefined. */
export function printedParts(client: QueryClient, { id, property }: Agreement) {
  return {
    property: property ? client.getQueryData(propertyQueries.one(property).queryKey)?.value : null,
    payers: client.getQueryData(payersOf(id).queryKey),
    options: client.getQueryData(optionQueries.of(id).queryKey),
    costs: client.getQueryData(optionQueries.costs(id).queryKey),
    documents: client.getQueryData(documentQueries.of(id).queryKey),
  };
}
export type PrintedParts = ReturnType<typeof printedParts>;

/** Loads the parts that the page has not loaded, such as those of folded cards, and opens the print dialog. */
export async function printCampaign(client: QueryClient, { id, property }: Agreement): Promise<void> {
  // A part that cannot be loaded does not stop the others from being printed: the paper says which one is missing.
  await Promise.allSettled([
    property && client.ensureQueryData(propertyQueries.one(property)),
    client.ensureQueryData(payersOf(id)),
    client.ensureQueryData(optionQueries.of(id)),
    client.ensureQueryData(optionQueries.costs(id)),
    client.ensureQueryData(documentQueries.of(id)),
  ]);
  window.print();
}
