import type { Standing } from '@kerb/domain/access/actor.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { allow, type Decision, type FieldErrors, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { tooSmallFor } from '@kerb/domain/options/option-rules.ts';
import { payOnSuccessFee } from '@kerb/domain/options/option-terms.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';
import { beforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { unexpectedSentence } from '@kerb/domain/wire/problem.ts';

export type QuoteFacts = {
  status: AgreementStatus;
  campaignBudget: Cents | null;
  /** Null if no property is attached. */
  property: { type: string | null } | null;
  tenantType: OrganisationType;
  noAgency: boolean;
  agentOrg: string | null;
  /** Where the property is advertised; a link means that it is on the market. */
  externalListingUrl: string | null;
  discount: Cents | null;
};

type Limits = Pick<CountryRules, 'payLater' | 'payOnSuccess'>;
type Rule = { field: string; type: 'missing' | 'notValid'; message: string; holds: (facts: QuoteFacts) => boolean };

/**
 * The rules that make a campaign ineligible and that the data can show. `ineligibleForPayOnSuccess` lists the others.
 */
// biome-ignore format: a table
const rules: readonly Rule[] = [
  { field: 'property',           type: 'missing',  message: 'The property has not been added',                 holds: ({ property }) => property !== null },
  { field: 'propertyType',       type: 'missing',  message: 'The type of the property has not been entered',   holds: ({ property }) => property === null || property.type !== null },
  { field: 'campaignBudget',     type: 'missing',  message: 'The campaign budget has not been entered',        holds: ({ campaignBudget }) => campaignBudget !== null },
  { field: 'propertyType',       type: 'notValid', message: 'Vacant land is not eligible for Pay On Success',  holds: ({ property }) => property?.type !== 'land' },
  { field: 'externalListingUrl', type: 'notValid', message: 'The property is already on the market with the agency', holds: ({ externalListingUrl }) => !externalListingUrl },
  { field: 'agentOrg',           type: 'notValid', message: 'An agency has not been nominated for this campaign', holds: ({ tenantType, noAgency, agentOrg }) => !noAgency && (tenantType === 'agency' || Boolean(agentOrg)) },
];

const asks = ({ status, campaignBudget, property }: QuoteFacts, country: Limits) =>
  beforeApproval.includes(status) && property !== null && tooSmallFor('pos', { campaignBudget }, country) === null;

/** Whether the screen requests a quote. */
export const isQuoted = (facts: QuoteFacts, country: Limits): boolean =>
  country.payOnSuccess !== null && asks(facts, country);

function errorsOf(facts: QuoteFacts, country: Limits): FieldErrors {
  const errors: FieldErrors = {};
  const add = (field: string, type: Rule['type'], message: string) => {
    errors[field] = [...(errors[field] ?? []), { type, message }];
  };
  for (const { field, type, message, holds } of rules) if (!holds(facts)) add(field, type, message);
  const tooSmall = facts.campaignBudget === null ? null : tooSmallFor('pos', facts, country);
  if (tooSmall) add('campaignBudget', 'notValid', tooSmall);
  return errors;
}

/** The fee of Pay On Success, or why the campaign is not eligible. */
export function decideQuote(facts: QuoteFacts, code: FinanceOptionCode, country: Limits): Decision<Cents> {
  if (code !== 'pos' || country.payOnSuccess === null) {
    const message =
      country.payOnSuccess === null ? 'Pay On Success is not offered here.' : 'Only Pay On Success is quoted.';
    return refuse('not-quoted', message, { financeOptionCode: [{ type: 'notValid', message }] });
  }
  if (!beforeApproval.includes(facts.status)) {
    return refuse('quote-closed', 'Pay On Success is no longer quoted for this campaign.');
  }
  const errors = errorsOf(facts, country);
  if (Object.keys(errors).length > 0) {
    return refuse('not-eligible', 'This campaign cannot be quoted for Pay On Success.', errors);
  }
  return allow(payOnSuccessFee(facts, country));
}

export const notEligible = 'This campaign is not eligible for Pay On Success Finance';
const askForMissing = '. Please provide missing details to allow us to assess eligibility.';

/** The message for a refused quote. An admin reads the server's message; null if there is none. */
export function quoteWords(validation: FieldErrors | undefined, standing: Standing): string | null {
  const errors = Object.values(validation ?? {}).flat();
  if (errors.length === 0) return unexpectedSentence;
  const said = (these: typeof errors) => these.map(({ message }) => message).join('. ');
  if (standing === 'admin') return said(errors);
  const missing = errors.filter(({ type }) => type === 'missing');
  if (missing.length > 0) return `${said(missing)}${askForMissing}`;
  const isNotNominated = errors.some(({ message }) => /agency.*not.*nominated/i.test(message));
  return isNotNominated ? null : notEligible;
}

/** Reasons against Pay On Success that the data cannot show, so people are asked to check them. */
export const ineligibleForPayOnSuccess = [
  'Sellers who develop or flip property',
  'A property that is on the market with the agency already',
  'Vacant land, or a home being built or redeveloped',
  'Off-the-plan sales and display suites',
  'Rural property',
  'A property with material issues',
  'Works with an enduring benefit, such as renovations',
] as const;
