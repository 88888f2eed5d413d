import { flowNumber, type Numbered } from '@kerb/domain/agreements/flow-number.ts';
import type { PayerFacts } from '@kerb/domain/notifications/payer-messages.ts';
import type { PayerMessageKind } from '@kerb/domain/notifications/payer-templates.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { payerSender } from '@kerb/server/platform/outbox/campaign-senders.ts';
import { templateOf } from '@kerb/server/platform/outbox/message-templates.ts';
import type { WorkDeps } from '@kerb/server/platform/work.ts';

type Reading = { tx: Database | Tx; deps: Pick<WorkDeps, 'country' | 'config'> };
type Campaign = Numbered & { name: string };

/** What a message to the payers of a campaign says of it, in the template that applies. */
export async function payerFactsOf(
  { tx, deps }: Reading,
  campaign: Campaign,
  kind: PayerMessageKind,
): Promise<Omit<PayerFacts, 'firstName'>> {
  return {
    sender: await payerSender({ tx, deps }, campaign.id),
    campaignName: campaign.name,
    flowNumber: flowNumber(campaign, deps.country.code),
    template: await templateOf(tx, kind),
  };
}
