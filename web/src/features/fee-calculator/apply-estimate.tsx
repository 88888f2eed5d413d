import { may } from '@kerb/domain/access/access-scope.ts';
import { defaultFundsPurpose } from '@kerb/domain/agreements/create-form.ts';
import { type Cents, largestBudgetCents } from '@kerb/domain/kernel/money.ts';
import { blankOrCents } from '@kerb/web/design/amount-input.tsx';
import classes from '@kerb/web/features/fee-calculator/fee-calculator.module.css';
import { defaultBudgetCents } from '@kerb/web/features/fee-calculator/fee-estimate.ts';
import { brandTerms, payLaterOf, tenantTerms, termsOfBrand } from '@kerb/web/features/fee-calculator/fee-terms.ts';
import { OrganisationSelect } from '@kerb/web/features/organisations/organisation-select.tsx';
import { organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { today } from '@kerb/web/platform/clock.ts';
import { useDialogs } from '@kerb/web/platform/dialogs.ts';
import { actorOf, useSessionIfAny } from '@kerb/web/platform/session.tsx';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';

/** The organisation to calculate for: the page's, the one whose brand the address names, or the user's only one. */
export function useCalculatedFor(brand?: string) {
  const session = useSessionIfAny();
  const mayApply = session !== null && may(actorOf(session), 'agreement.create');
  const { tenantId } = useParams({ strict: false });
  const { data: organisations = [] } = useQuery({ ...organisationQueries.choices, enabled: mayApply });
  const [chosen, choose] = useState<number>();
  const branded = brand ? organisations.find(({ identifier }) => identifier === brand)?.id : undefined;
  const only = organisations.length === 1 ? organisations[0]?.id : undefined;
  const given = tenantId ?? branded ?? only;
  const organisation = organisations.find(({ id }) => id === (chosen ?? given));
  return { mayApply, organisations, organisation, mustChoose: given === undefined, choose };
}

type CalculatedFor = ReturnType<typeof useCalculatedFor>;

/** The terms for the calculation: by the organisation's brand or the address's, otherwise the country's. */
export function useFeeTerms({ organisation }: Pick<CalculatedFor, 'organisation'>, brand?: string) {
  const named = organisation ? organisation.identifier : brand;
  const { data: branded } = useQuery({ ...termsOfBrand(named ?? ''), enabled: Boolean(named) });
  const id = organisation?.id;
  const isWithheld = branded?.interestRate === null;
  const { data: own } = useQuery({ ...payLaterOf(id ?? 0), enabled: id !== undefined && (!named || isWithheld) });
  const usual = tenantTerms(own ?? undefined, countryRules(), today(organisation?.defaultTimeZone));
  // Without an identifier the server cannot be asked for an estimate with the organisation's own rate.
  const isRateAssumed = own !== undefined && own !== null && own.interestRate === undefined;
  const terms = branded ? brandTerms(branded, own?.interestRate) : { ...usual, isRateAssumed };
  return { terms, brandName: branded?.brandName ?? null };
}

/** The default if there is no budget; null if the typed budget is not an amount or too large. */
export const budgetToApply = (typed: string): Cents | null => {
  const cents = blankOrCents(typed);
  return Number.isNaN(cents) || Number(cents) > largestBudgetCents ? null : cents || defaultBudgetCents;
};

type ApplyProps = { budget: string } & CalculatedFor;

/** Creates a referral with the estimate's budget. */
export function ApplyEstimate({ budget, mayApply, organisations, organisation, mustChoose, choose }: ApplyProps) {
  const dialogs = useDialogs();
  if (!mayApply) return null;
  const budgetCents = budgetToApply(budget);
  return (
    <div className={classes.apply}>
      {mustChoose && organisations.length > 0 && (
        <OrganisationSelect
          label="Organisation"
          organisations={organisations}
          organisationId={organisation?.id}
          onChange={choose}
          first={[{ value: '', label: 'Choose an organisation', disabled: true }]}
        />
      )}
      <Button
        disabled={!organisation || budgetCents === null}
        onClick={() =>
          organisation &&
          budgetCents !== null &&
          dialogs.openCreateReferral(organisation.id, defaultFundsPurpose(organisation.type), budgetCents)
        }
      >
        Apply
      </Button>
    </div>
  );
}
