import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { TermsText } from '@kerb/domain/countries/terms-text.ts';
import type { FinanceTerms } from '@kerb/domain/loans/loans.contract.ts';
import { mortgageAnswer } from '@kerb/domain/signing/mortgage-answer.ts';
import { type TermsFacts, termsFacts, termsFor } from '@kerb/domain/signing/terms.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { type AgreementRecord, campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { html } from '@kerb/server/platform/http/html.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';

type Settings = Pick<Deps, 'config' | 'country'>;

const asWritten = Object.fromEntries(termsFacts.map((name) => [name, `{${name}}`])) as TermsFacts;

function factsOf(
  { config, country }: Settings,
  { tenantName }: AgreementRecord,
): Record<keyof TermsFacts, string | null> {
  return {
    organisation: tenantName,
    company: config.supplier.name,
    ...config.lender,
    supportPhone: country.supportPhone,
    supportEmail: config.support.email ?? config.settlementsEmail,
  };
}

/**
 * The terms of a campaign's option with all facts filled in. Refused if the deployment has not configured the lender's
 * numbers, because terms without them are not valid.
 */
export function termsOf(settings: Settings, agreement: AgreementRecord, option: FinanceOptionCode): TermsText {
  const answer = mortgageAnswer(agreement);
  const written = JSON.stringify(termsFor(settings.country, option, asWritten, answer));
  const facts = factsOf(settings, agreement);
  const isLacking = termsFacts.some((name) => facts[name] === null && written.includes(`{${name}}`));
  const terms = isLacking ? null : termsFor(settings.country, option, facts as TermsFacts, answer);
  if (!terms) throw new Problem(409, 'no-terms', 'There are no terms for this campaign yet. Please contact support.');
  return terms;
}

const asHtml = ({ inShort, sections }: TermsText): string =>
  String(
    html`${inShort.map((text) => html`<p>${text}</p>`)}${sections.map(
      ({ heading, paragraphs }, place) =>
        html`<h2>${place + 1}. ${heading}</h2>${paragraphs.map((text) => html`<p>${text}</p>`)}`,
    )}`,
  );

/** The terms that the payer of a campaign agrees to. */
export const readFinanceTerms = async (deps: Deps, scope: AccessScope, id: number): Promise<FinanceTerms> =>
  financeTermsOf(deps, await campaignInScope(deps.db, scope, id));

export function financeTermsOf(deps: Settings, agreement: AgreementRecord): FinanceTerms {
  const { financeOptionCode } = agreement;
  if (!financeOptionCode) throw new Problem(409, 'no-option', 'No payment option has been chosen yet.');
  const terms = termsOf(deps, agreement, financeOptionCode);
  return {
    financeOptionCode,
    version: terms.version,
    title: terms.title,
    contentHtml: asHtml(terms),
    criteria: terms.criteria.map((text, place) => ({ displayOrder: place + 1, contentHtml: String(html`${text}`) })),
    inShort: [...terms.inShort],
    sections: terms.sections.map(({ heading, paragraphs }) => ({ heading, paragraphs: [...paragraphs] })),
  };
}
