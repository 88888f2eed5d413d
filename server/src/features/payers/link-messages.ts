import {
  type PaymentLinkFacts,
  paymentLinkMessages,
  paymentReminderMessages,
} from '@kerb/domain/notifications/payer-messages.ts';
import { paymentUrl } from '@kerb/server/features/agreements/agreement-view.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { PayerRecord } from '@kerb/server/features/payers/payers.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { payerFactsOf } from '@kerb/server/platform/outbox/payer-facts.ts';
import type { WorkDeps } from '@kerb/server/platform/work.ts';

type Reading = { tx: Database | Tx; deps: Pick<WorkDeps, 'config' | 'country' | 'secrets'> };

/** The messages with a payer's link, without the link itself. A preview and the sending use the same ones. */
export async function linkMessages(
  { tx, deps }: Reading,
  agreement: AgreementRecord,
  payer: PayerRecord,
  { note, isReminder = false }: { note: string | null; isReminder?: boolean },
) {
  const kind = isReminder ? 'payment-reminder' : 'payment-link';
  const messages = isReminder ? paymentReminderMessages : paymentLinkMessages;
  const { country } = deps;
  const facts: PaymentLinkFacts = {
    ...(await payerFactsOf({ tx, deps }, agreement, kind)),
    money: country,
    firstName: payer.firstName,
    budget: agreement.campaignBudget ?? 0,
    purpose: agreement.campaignBudgetFundsPurpose,
    note,
  };
  // Every link has the same length, whatever its version.
  const { length } = paymentUrl(deps, { id: payer.id, version: 1 });
  return {
    kind,
    email: messages.email(facts),
    sms: payer.mobilePhone === null ? null : messages.sms(facts, length),
  } as const;
}
