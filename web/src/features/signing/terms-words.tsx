import type { FinanceTerms } from '@kerb/domain/loans/loans.contract.ts';
import classes from '@kerb/web/features/signing/signing.module.css';

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
