/**
 * The terms that a payer accepts, with a plain summary. `{name}` is replaced by a fact of the deployment or campaign,
 * `{whatIsTrue}` by the statement that fits what the payers said about their mortgage.
 */
export type TermsText = {
  /** Changes with every change of wording: a signature stores it, and an outdated version is refused. */
  version: string;
  title: string;
  /** A summary in a few plain sentences. */
  inShort: readonly string[];
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
  /** Statements that the payer confirms one by one before signing. */
  criteria: readonly string[];
};
