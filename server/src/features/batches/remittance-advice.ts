import { type AccessScope, accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { AdviceQuery } from '@kerb/domain/batches/remittances.contract.ts';
import { grossOf, type RemittanceKind, type RemittedKind } from '@kerb/domain/batches/remittances.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { maskedNumber } from '@kerb/domain/organisations/bank-change.ts';
import { formatAddress } from '@kerb/domain/properties/address.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import { externalJoin } from '@kerb/server/features/agreements/external-refs.ts';
import { flowNumberOf } from '@kerb/server/features/batches/batches.repository.ts';
import {
  type Chosen,
  type RemittedCampaign,
  remittedTo,
} from '@kerb/server/features/batches/remittances.repository.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { invalid, notFound, notPermitted, outOfScope } from '@kerb/server/platform/problems/problem.ts';
import { sql } from 'kysely';

/** A part of a payment, as the advice prints it. */
export type AdviceLine = {
  day: Day;
  kind: RemittanceKind;
  batch: number | null;
  flowNumber: string;
  campaign: string;
  address: string | null;
  /** The organisation's own reference of the campaign. */
  reference: string | null;
  part: RemittedKind;
  invoice: number | null;
  gross: Cents;
  fees: Cents;
  tax: Cents;
  amount: Cents;
  /** Null for a transfer without a batch: the ledger does not know its account. */
  account: string | null;
  note: string | null;
};
export type Advice = { organisation: string; chosen: Chosen; lines: readonly AdviceLine[] };

type CampaignRow = {
  id: number;
  name: string;
  campaignBudgetFundsPurpose: FundsPurpose;
  externalRef: string | null;
  property: Parameters<typeof formatAddress>[0] | null;
};
type ItemRow = {
  batchId: number;
  agreementId: number;
  accountName: string;
  accountNumber: string;
  returnReason: string | null;
};

async function campaignsOf(db: Database, ids: readonly number[]): Promise<Map<number, CampaignRow>> {
  const { rows } = await sql<CampaignRow>`
    select a.id, a.name, a.campaign_budget_funds_purpose, x.external_ref,
      case when p.id is not null then json_build_object('address', p.address, 'address2', p.address2,
        'address3', p.address3, 'city', p.city, 'state', p.state, 'postalCode', p.postal_code) end as property
    from agreements a left join properties p on p.id = a.property_id ${externalJoin('campaign', sql`a.id`)}
    where a.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

const itemKey = (batchId: number | null, agreementId: number) => `${batchId} ${agreementId}`;

async function itemsPaid(db: Database, payments: readonly RemittedCampaign[]): Promise<Map<string, ItemRow>> {
  const batchIds = [...new Set(payments.flatMap(({ batchId }) => batchId ?? []))];
  const agreementIds = payments.map(({ agreementId }) => agreementId);
  const { rows } = await sql<ItemRow>`
    select batch_id, agreement_id, account_name, account_number, return_reason from batch_items
    where batch_id = any(${batchIds}::bigint[]) and agreement_id = any(${agreementIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [itemKey(row.batchId, row.agreementId), row]));
}

type Named = { campaign: CampaignRow; item: ItemRow | undefined };

function linesOf(payment: RemittedCampaign, { campaign, item }: Named, country: Deps['country']): AdviceLine[] {
  const { day, kind, batchId, description, parts } = payment;
  const { id: agreementId, name, campaignBudgetFundsPurpose, externalRef, property } = campaign;
  return parts.map(({ kind: part, invoiceId, fees, tax, amount }) => ({
    ...{ day, kind, batch: batchId },
    flowNumber: flowNumberOf({ agreementId, campaignBudgetFundsPurpose }, country),
    campaign: name,
    address: property && formatAddress(property, country),
    reference: externalRef,
    ...{ part, invoice: invoiceId, gross: grossOf({ fees, tax, amount }), fees, tax, amount },
    account: item ? `${item.accountName} ${maskedNumber(item.accountNumber)}` : null,
    note: kind === 'returned' ? (item?.returnReason ?? null) : description,
  }));
}

/** The name of an organisation whose payments the caller may read. */
export async function organisationRead(db: Database, scope: AccessScope, tenantId: number): Promise<string> {
  if (!scope.everything && !scope.tenantIds.includes(tenantId)) throw outOfScope(scope, tenantId, 'organisation');
  const tenant = await db.selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirst();
  if (!tenant) throw notFound('organisation');
  return tenant.name;
}

function chosenBy({ month, batch }: AdviceQuery): Chosen {
  if (month !== undefined && batch === undefined) return { month };
  if (batch !== undefined && month === undefined) return { batch };
  const words = 'Choose a month or a batch payment.';
  throw invalid(fieldError('month', 'notValid', words), words);
}

type Asked = { scope: AccessScope; query: AdviceQuery };

/** The advice as the ledger has it. A month may have no payment; a batch without one has no advice. */
export async function readAdvice({ db, country }: Pick<Deps, 'db' | 'country'>, { scope, query }: Asked) {
  const organisation = await organisationRead(db, scope, query.tenantId);
  if (!accessScopeOf(scope.actor, 'agreement.export')) throw notPermitted();
  const chosen = chosenBy(query);
  const payments = await remittedTo(db, query.tenantId, chosen);
  if (payments.length === 0 && 'batch' in chosen) throw notFound('remittance advice');
  const campaigns = await campaignsOf(db, [...new Set(payments.map(({ agreementId }) => agreementId))]);
  const items = await itemsPaid(db, payments);
  const lines = payments.flatMap((payment) => {
    const campaign = must(campaigns.get(payment.agreementId), `campaign ${payment.agreementId}`);
    return linesOf(payment, { campaign, item: items.get(itemKey(payment.batchId, payment.agreementId)) }, country);
  });
  return { organisation, chosen, lines } satisfies Advice;
}
