import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { FinanceTerms } from '@kerb/domain/loans/loans.contract.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import classes from '@kerb/web/features/signing/signing.module.css';
import { signingQueries } from '@kerb/web/features/signing/signing.queries.ts';
import { Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/** A summary in plain words first, then the full text. */
export function TermsWords({ terms: { title, inShort, sections } }: { terms: FinanceTerms }) {
  return (
    <>
      <ul className={classes.inShort} aria-label="In short">
        {inShort.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <details className={classes.terms}>
        <summary>{`Read the whole ${title}`}</summary>
        {sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h4>{heading}</h4>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </details>
    </>
  );
}

/** The criteria are the server's HTML. As text they need no trusted markup. */
const wordsOf = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';

export const criteriaOf = ({ criteria }: FinanceTerms): string[] =>
  criteria.toSorted((a, b) => a.displayOrder - b.displayOrder).map(({ contentHtml }) => wordsOf(contentHtml));

type AgreeingProps = { agreement: Agreement; children: (version: string | null) => ReactNode };

/** The terms with a checkbox for each criterion. Passes the agreed version once all are ticked. */
export function Agreeing({ agreement, children }: AgreeingProps) {
  const { data: terms, error, refetch } = useQuery(signingQueries.terms(agreement));
  const [agreed, setAgreed] = useState<{ version: string; criteria: readonly string[] }>({ version: '', criteria: [] });
  if (!terms) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LinesSkeleton lines={5} />;
  const criteria = criteriaOf(terms);
  // Ticks for another version do not count.
  const ticked = agreed.version === terms.version ? agreed.criteria : [];
  const tick = (words: string, isOn: boolean) =>
    setAgreed({
      version: terms.version,
      criteria: isOn ? [...ticked, words] : ticked.filter((other) => other !== words),
    });
  return (
    <>
      <TermsWords terms={terms} />
      <Stack gap="sm">
        {criteria.map((words) => (
          <Checkbox
            key={words}
            label={words}
            checked={ticked.includes(words)}
            onChange={({ currentTarget }) => tick(words, currentTarget.checked)}
          />
        ))}
      </Stack>
      {children(criteria.every((words) => ticked.includes(words)) ? terms.version : null)}
    </>
  );
}
