import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { formatPercent } from '@kerb/domain/kernel/money.ts';
import { ineligibleForPayOnSuccess, isQuoted, quoteWords } from '@kerb/domain/options/quote.ts';
import { surchargesOn } from '@kerb/domain/payments/surcharges.ts';
import { unexpectedSentence } from '@kerb/domain/wire/problem.ts';
import { Money } from '@kerb/web/design/money.tsx';
import classes from '@kerb/web/features/options/options.module.css';
import { optionQueries } from '@kerb/web/features/options/options.queries.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { today } from '@kerb/web/platform/clock.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { useQuery } from '@tanstack/react-query';

type NotesProps = { record: Versioned<Agreement>; standing: Standing; isOffered: boolean };

const wantsQuote = ({ status, campaignBudget, property, tenantType, noAgency, agentOrg }: Agreement): boolean =>
  isQuoted(
    {
      status,
      campaignBudget: campaignBudget ?? null,
      property: property === null ? null : { type: null },
      tenantType: tenantType ?? 'agency',
      noAgency: noAgency ?? false,
      agentOrg: agentOrg ?? null,
      externalListingUrl: null,
      discount: null,
    },
    countryRules(),
  );

const wordsOf = (error: unknown, standing: Standing): string | null =>
  error instanceof ApiProblem ? quoteWords(error.validation, standing) : unexpectedSentence;

/** The quote, or the reasons against it, and who is excluded from the option. */
export function PayOnSuccessNotes({ record, standing, isOffered }: NotesProps) {
  const { value, version } = record;
  const { data, error } = useQuery({ ...optionQueries.quote(value.id, version), enabled: wantsQuote(value) });
  const words = error ? wordsOf(error, standing) : null;
  return (
    <>
      {data && !error && !isOffered && (
        <p className={classes.message}>
          Quoted service fee <Money cents={data.serviceFee} />
        </p>
      )}
      {words && <p className={classes.message}>{words}</p>}
      <details className={classes.more}>
        <summary>Card surcharges on the fee</summary>
        <dl className={classes.rates}>
          {surchargesOn(countryRules(), today()).map(({ label, basisPoints }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formatPercent(basisPoints)}</dd>
            </div>
          ))}
        </dl>
      </details>
      <details className={classes.more}>
        <summary>Who it is not for</summary>
        <ul>
          {ineligibleForPayOnSuccess.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </details>
    </>
  );
}
