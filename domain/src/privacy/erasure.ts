import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { type Day, writtenDay } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { retentionDate } from '@kerb/domain/payers/retention.ts';
import { type AgreementStatus, isFinal } from '@kerb/domain/vocabulary/agreement-status.ts';

/** The facts that decide whether a payer's personal data may be erased. */
export type ErasureFacts = {
  status: AgreementStatus;
  /** The day on which the campaign got its status, in the organisation's time zone. */
  statusDay: Day;
  hasApplied: boolean;
  hasSigned: boolean;
  hasPaid: boolean;
  wasIdentified: boolean;
  isErased: boolean;
};

type Country = Pick<CountryRules, 'retentionYears' | 'locale'>;

/** The day until which the law keeps a payer's records; null if it keeps none, or the campaign has not ended. */
export function keptUntil(facts: ErasureFacts, country: Country): Day | null {
  const isKept = facts.hasApplied || facts.hasSigned || facts.hasPaid || facts.wasIdentified;
  return isKept ? retentionDate(facts, country) : null;
}

/** Whether the personal data of a payer may be erased today. */
export function decideErasure(facts: ErasureFacts, country: Country, today: Day): Decision<null> {
  if (facts.isErased) return refuse('erased', 'The personal data of this payer has been erased.');
  if (!isFinal(facts.status)) {
    return refuse('campaign-open', 'This campaign has not ended. Personal data can be erased after it has ended.');
  }
  const until = keptUntil(facts, country);
  if (until !== null && today < until) {
    const day = writtenDay(until, country.locale);
    const because = `This payer has applied, signed, paid or been identified. By law we keep the records until ${day}.`;
    return refuse('kept-by-law', because);
  }
  return allow(null);
}

/** The facts that decide whether the data of removed payers may be erased. */
export type CampaignFacts = Pick<ErasureFacts, 'status' | 'statusDay'> & {
  hasPayers: boolean;
  /** Whether one of them had applied or been identified, somebody has paid, or it is not known. */
  isKept: boolean;
};

/** The day until which the law keeps the records of a campaign without payers; null if it keeps none. */
export const campaignKeptUntil = (facts: CampaignFacts, country: Country): Day | null =>
  facts.isKept ? retentionDate(facts, country) : null;

/**
 * Whether the data of a campaign's removed payers may be erased today. While the campaign has a payer, their data is
 * erased together with that payer's. If the law keeps none of it, it may be erased as soon as the campaign has ended.
 */
export function decideErasureOfCampaign(facts: CampaignFacts, country: Country, today: Day): Decision<null> {
  if (facts.hasPayers) return refuse('has-payers', 'This campaign has payers again.');
  if (!isFinal(facts.status)) return refuse('campaign-open', 'This campaign has not ended.');
  const until = campaignKeptUntil(facts, country);
  if (until !== null && today < until) {
    return refuse('kept-by-law', `The records of this campaign are kept until ${writtenDay(until, country.locale)}.`);
  }
  return allow(null);
}

/** In place of the names of a person whose data was erased. */
export const erasedName = { firstName: 'Erased', surname: 'Person' } as const;
/** Nobody can own an address of this domain (RFC 2606). */
export const erasedAddress = (kind: 'payer' | 'user', id: number): string => `erased-${kind}-${id}@erased.invalid`;
