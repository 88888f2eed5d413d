import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { newAgreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { defaultFundsPurpose } from '@kerb/domain/agreements/create-form.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { decideNewCampaign } from '@kerb/domain/agreements/new-campaign.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { campaignFieldOf, campaignFrom, propertyFrom } from '@kerb/domain/imports/campaign-import.ts';
import { plainHeader } from '@kerb/domain/imports/mapping.ts';
import { type Decision, type FieldErrors, fieldError } from '@kerb/domain/kernel/decision.ts';
import { parseMobile } from '@kerb/domain/kernel/phone.ts';
import type { Tenant } from '@kerb/domain/organisations/organisations.contract.ts';
import { type AddedProperty, addedProperty } from '@kerb/domain/properties/properties.contract.ts';
import { decideAdd, decideProperty } from '@kerb/domain/properties/property-rules.ts';
import { decideSaleDetails, type SaleDetails, saleFields } from '@kerb/domain/properties/sale-details.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import { externalRefTaken } from '@kerb/domain/wire/external-refs.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { existingOf } from '@kerb/server/features/imports/existing-campaigns.ts';
import type { FileRow } from '@kerb/server/features/imports/import-file.ts';
import type { CheckedRow } from '@kerb/server/features/imports/run-import.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { decode } from '@kerb/server/platform/http/parse.ts';
import type * as z from 'zod/mini';

type Campaign = z.output<typeof newAgreement>;
/** A row with its errors, or with the campaign and the property to create. */
export type CheckedCampaign = CheckedRow & { campaign: Campaign | null; property: AddedProperty | null };

export type Organisation = Pick<Tenant, 'id' | 'type' | 'enableDeposits' | 'allowAddingProperty'>;
export type Facts = { tenant: Organisation; scope: AccessScope; country: CountryRules };

const errorsIn = <T>(decision: Decision<T>): FieldErrors => (decision.ok ? {} : (decision.validation ?? {}));
const atFields = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([path, all]) => [campaignFieldOf(path), all]));

const noSale = Object.fromEntries(saleFields.map((name) => [name, null])) as SaleDetails;

/** The errors of a property that a campaign gets at once, by the rules for adding it to a draft. */
function propertyErrors(
  property: AddedProperty,
  purpose: FundsPurpose,
  { tenant, scope, country }: Facts,
): FieldErrors {
  const draft = { status: 'draft', financeOptionCode: null, propertyId: null } as const;
  const standing = standingTowards(scope.actor, { tenantId: tenant.id });
  const added = decideAdd({ ...draft, budgetOwnerAllowsProperty: tenant.allowAddingProperty }, standing);
  if (!added.ok) return fieldError('address', 'notValid', added.because);
  const sale = Object.fromEntries(saleFields.map((name) => [name, property[name]]));
  const situation = { country, isAgency: tenant.type === 'agency', purpose, isAdding: true };
  return {
    ...errorsIn(decideProperty({ ...property, domainPropertyRef: null }, country)),
    ...errorsIn(decideSaleDetails(noSale, sale as Partial<SaleDetails>, situation)),
  };
}

function readRow(row: FileRow, facts: Facts): CheckedCampaign {
  const { tenant, country } = facts;
  const purpose = defaultFundsPurpose(tenant.type);
  const campaign = decode(newAgreement, campaignFrom(row.texts, { tenantId: tenant.id, purpose }));
  const typed = propertyFrom(row.texts);
  const property = typed && decode(addedProperty, typed);
  const { mobilePhone } = row.texts;
  const errors = {
    ...atFields(errorsIn(campaign)),
    ...(campaign.ok && errorsIn(decideNewCampaign(campaign.value, tenant))),
    ...(mobilePhone && errorsIn(parseMobile(mobilePhone, country))),
    ...(property && errorsIn(property)),
    ...(property?.ok &&
      propertyErrors(property.value, campaign.ok ? campaign.value.campaignBudgetFundsPurpose : purpose, facts)),
  };
  const isReady = campaign.ok && Object.keys(errors).length === 0;
  return {
    ...row,
    errors,
    campaign: isReady ? campaign.value : null,
    property: isReady && property?.ok ? property.value : null,
  };
}

const emailOf = ({ campaign }: CheckedCampaign): string => campaign?.vendors?.[0]?.emailAddress.toLowerCase() ?? '';

/** The address and the payer of a row, in any notation; null without an address. */
const saleOf = (row: CheckedCampaign): string | null => {
  if (!row.property) return null;
  const { address, address2, address3, city, postalCode } = row.property;
  return plainHeader([address, address2 ?? '', address3 ?? '', city, postalCode].join(' ')) + emailOf(row);
};

const refused = (row: CheckedCampaign, field: string, words: string): CheckedCampaign => ({
  ...row,
  errors: fieldError(field, 'conflictingValue', words),
  campaign: null,
  property: null,
});

/** Remembers the line of each key, and answers the earlier line of a key that comes again. */
function firstLines() {
  const lines = new Map<string, number>();
  return (key: string | null | undefined, line: number): number | undefined => {
    if (key === null || key === undefined) return undefined;
    const earlier = lines.get(key);
    if (earlier === undefined) lines.set(key, line);
    return earlier;
  };
}

/** The rules of a single campaign for each row, and no reference and no address with the same payer twice. */
export async function checkCampaigns(
  db: Database | Tx,
  facts: Facts,
  rows: readonly FileRow[],
): Promise<CheckedCampaign[]> {
  const { tenant, country } = facts;
  const read = rows.map((row) => readRow(row, facts));
  const existing = await existingOf(db, tenant.id, {
    refs: read.flatMap(({ campaign }) => campaign?.externalRef ?? []),
    sales: read.flatMap((row) => (row.property ? [{ ...row.property, line: row.line, email: emailOf(row) }] : [])),
  });
  const [earlierRef, earlierSale] = [firstLines(), firstLines()];
  return read.map((row) => {
    if (!row.campaign) return row;
    const ref = row.campaign.externalRef;
    if (ref && existing.refs.has(ref)) return refused(row, 'externalRef', externalRefTaken);
    const sameRef = earlierRef(ref, row.line);
    if (sameRef !== undefined) return refused(row, 'externalRef', `Line ${sameRef} has the same reference.`);
    const found = existing.sales.get(row.line);
    if (found) {
      return refused(row, 'address', `Campaign ${flowNumber(found, country.code)} has the same address and payer.`);
    }
    const sameSale = earlierSale(saleOf(row), row.line);
    if (sameSale !== undefined) return refused(row, 'address', `Line ${sameSale} has the same address and payer.`);
    return row;
  });
}

/** Accounts of payers are created in the order of their addresses, so that two imports never deadlock. */
export const byPayer = (one: CheckedCampaign, other: CheckedCampaign): number =>
  emailOf(one) < emailOf(other) ? -1 : Number(emailOf(one) > emailOf(other));
