import { agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import { fullRow } from '@kerb/domain/agreements/full-list.contract.ts';
import { newPayer } from '@kerb/domain/agreements/new-payer.ts';
import { remittanceEndpoints } from '@kerb/domain/batches/remittances.contract.ts';
import { documentEndpoints } from '@kerb/domain/documents/documents.contract.ts';
import { embeddingEndpoints } from '@kerb/domain/embedding/embedding.contract.ts';
import { tokenAnswer, tokenError, tokenRequest } from '@kerb/domain/integrations/integrations.contract.ts';
import { liveEndpoints } from '@kerb/domain/live/live.contract.ts';
import { loanAccountEndpoints } from '@kerb/domain/loan-books/loan-account.contract.ts';
import { loanEndpoints } from '@kerb/domain/loans/loans.contract.ts';
import { campaignEndpoints } from '@kerb/domain/options/campaigns.contract.ts';
import { optionEndpoints } from '@kerb/domain/options/options.contract.ts';
import { organisationEndpoints } from '@kerb/domain/organisations/organisations.contract.ts';
import { settingsEndpoints } from '@kerb/domain/organisations/settings.contract.ts';
import { timeZoneEndpoints } from '@kerb/domain/organisations/time-zones.contract.ts';
import { payerEndpoints } from '@kerb/domain/payers/payers.contract.ts';
import { accountingInvoice } from '@kerb/domain/payments/accounting.contract.ts';
import { campaignMoneyEndpoints } from '@kerb/domain/payments/change-after-payment.contract.ts';
import { payment, paymentEndpoints } from '@kerb/domain/payments/payments.contract.ts';
import { propertyEndpoints } from '@kerb/domain/properties/properties.contract.ts';
import { sessionEndpoints } from '@kerb/domain/session/session.contract.ts';
import { signatoryEndpoints } from '@kerb/domain/signing/signatories.contract.ts';
import { eventBody } from '@kerb/domain/webhooks/campaign-events.ts';
import { eventPage } from '@kerb/domain/webhooks/events.contract.ts';
import { webhookDelivery, webhookEndpoints } from '@kerb/domain/webhooks/webhooks.contract.ts';
import { fullProblem } from '@kerb/domain/wire/external-refs.ts';
import type * as z from 'zod/mini';

/** The schemas that have a name in the document, so that a generated client has a type for each. */
// biome-ignore format: a table
export const componentNames: readonly (readonly [name: string, schema: z.core.$ZodType])[] = [
  ['Session',               sessionEndpoints.read.response],
  ['Campaign',              agreementEndpoints.get.response],
  ['CampaignRow',           fullRow],
  ['NewCampaign',           agreementEndpoints.create.body],
  ['CampaignChange',        agreementEndpoints.save.body],
  ['StatusChange',          agreementEndpoints.setStatus.body],
  ['ChangedStatus',         agreementEndpoints.setStatus.response],
  ['CampaignInSecondModel', campaignEndpoints.get.response],
  ['CampaignEvents',        liveEndpoints.events.response],
  ['ChangedCampaigns',      liveEndpoints.changed.response],
  ['PayButton',             embeddingEndpoints.button.response],
  ['NewPayer',              newPayer],
  ['Payer',                 payerEndpoints.add.response],
  ['Sending',               payerEndpoints.sendAll.body],
  ['SendingOutcome',        payerEndpoints.sendAll.response],
  ['Signatory',             signatoryEndpoints.get.response],
  ['NewSignatory',          signatoryEndpoints.create.body],
  ['SignatoryChange',       signatoryEndpoints.save.body],
  ['CampaignOptions',       optionEndpoints.list.response],
  ['Costs',                 optionEndpoints.costs.response],
  ['Loan',                  loanEndpoints.get.response],
  ['LoanAccount',           loanAccountEndpoints.get.response],
  ['LoanStatement',         loanAccountEndpoints.statement.response],
  ['FinanceTerms',          loanEndpoints.terms.response],
  ['PaymentDetails',        paymentEndpoints.details.response],
  ['AccountingInvoice',     accountingInvoice],
  ['Payment',               payment],
  ['Remittances',           remittanceEndpoints.remittances.response],
  ['CampaignMoney',         campaignMoneyEndpoints.money.response],
  ['Property',              propertyEndpoints.get.response],
  ['PropertyChange',        propertyEndpoints.save.body],
  ['NewProperty',           propertyEndpoints.add.body],
  ['Asset',                 documentEndpoints.upload.response],
  ['Document',              documentEndpoints.get.response],
  ['NewDocument',           documentEndpoints.attach.body],
  ['DocumentChange',        documentEndpoints.refile.body],
  ['Organisation',          organisationEndpoints.get.response],
  ['OrganisationSettings',  settingsEndpoints.read.response],
  ['TimeZones',             timeZoneEndpoints.list.response],
  ['Webhook',               webhookEndpoints.get.response],
  ['WebhookWithSecret',     webhookEndpoints.create.response],
  ['NewWebhook',            webhookEndpoints.create.body],
  ['WebhookChange',         webhookEndpoints.save.body],
  ['WebhookDelivery',       webhookDelivery],
  ['Replay',                webhookEndpoints.replay.body],
  ['Replayed',              webhookEndpoints.replay.response],
  ['Event',                 eventBody],
  ['Events',                eventPage],
  ['TokenRequest',          tokenRequest],
  ['Token',                 tokenAnswer],
  ['TokenError',            tokenError],
  ['Problem',               fullProblem],
];
