/** What a payer agrees to, in plain words first. `{name}` stands for a fact of the deployment or of the campaign. */
export type TermsText = {
  /** Changes with every change of a word: a signature pins it, and a stale one is refused. */
  version: string;
  title: string;
  /** The whole in a few sentences that anyone understands. */
  inShort: readonly string[];
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
  /** What is confirmed one by one before signing. */
  criteria: readonly string[];
};
