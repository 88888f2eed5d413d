import { type EmbedCost, type EmbedTerms, embedCosts, readAsked } from '@kerb/domain/embedding/embed-costs.ts';
import type { FieldErrors } from '@kerb/domain/kernel/decision.ts';
import { type Cents, dollarsFromCents, formatMoney } from '@kerb/domain/kernel/money.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type Html, html } from '@kerb/server/platform/http/html.ts';

export const calculatorTitle = 'Ways to pay for your marketing';
/** What is calculated before a visitor types. */
const firstBudget = '5,000';

type Site = Pick<Deps, 'config' | 'country'>;
export type Typed = { budget: string | null; days: string | null };

export const costField = (
  name: string,
  label: string,
  value: string,
  { errors, mode }: { errors: FieldErrors; mode: string },
) => {
  const mistake = errors[name]?.[0]?.message;
  return html`
    <div>
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" value="${value}" inputmode="${mode}" autocomplete="off" maxlength="15"
        aria-describedby="${name}-mistake" aria-invalid="${mistake === undefined ? 'false' : 'true'}">
      <p class="mistake" id="${name}-mistake" data-part aria-live="polite">${mistake}</p>
    </div>`;
};

/** One way of paying, with its costs. `more` is below them. */
export function costCard(cost: EmbedCost, { country }: Pick<Site, 'country'>, more: Html | null = null): Html {
  const money = (cents: Cents) => formatMoney(cents, country, true);
  const line = ({ label, amountCents }: EmbedCost['lines'][number]) =>
    html`<dt>${label}</dt><dd>${money(amountCents)}</dd>`;
  return html`
    <div class="way" role="group" aria-labelledby="way-${cost.optionCode}">
      <h2 id="way-${cost.optionCode}">${cost.label}</h2>
      <p class="sum">${money(cost.dueNow)} <span>now</span></p>
      <p class="words">${cost.words}</p>
      <dl>
        ${cost.lines.map(line)}
        <dt class="total">${cost.totalLabel}</dt>
        <dd class="total">${money(cost.total)}</dd>
        ${cost.surcharges.map(line)}
      </dl>
      ${more}
    </div>`;
}

const way = (cost: EmbedCost, choice: object, site: Site): Html =>
  costCard(
    cost,
    site,
    html`<button type="button" hidden aria-pressed="false" data-choice="${JSON.stringify(choice)}"
        aria-label="Choose ${cost.label}">Choose</button>`,
  );

const foundWords = (count: number, budgetCents: Cents | null, { country }: Site): string =>
  budgetCents === null ? '' : `${count} ${count === 1 ? 'way' : 'ways'} to pay ${formatMoney(budgetCents, country)}`;

type Asked = { organisation: string; terms: EmbedTerms; typed: Typed; kept: readonly (readonly [string, string])[] };

/** The calculator. A form that works without a script; the script reads this page again while a visitor types. */
export function calculatorMain(site: Site, { organisation, terms, typed, kept }: Asked): Html {
  const { country } = site;
  const budget = typed.budget ?? firstBudget;
  const days = typed.days ?? String(country.defaultCampaignPeriodDays);
  const { asked, errors } = readAsked({ budget, days }, country);
  const costs = asked ? embedCosts(asked, terms, country) : [];
  const choiceOf = ({ optionCode, dueNow, total }: EmbedCost) => ({
    option: optionCode,
    budget: dollarsFromCents(asked?.budgetCents ?? 0),
    days: asked?.days ?? 0,
    dueNow: dollarsFromCents(dueNow),
    total: dollarsFromCents(total),
  });
  return html`
    <h1>${calculatorTitle}</h1>
    <p class="by">${organisation}</p>
    <form method="get" aria-label="${calculatorTitle}">
      ${costField('budget', 'Marketing budget', budget, { errors, mode: 'decimal' })}
      ${costField('days', 'Days until the sale settles', days, { errors, mode: 'numeric' })}
      ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
      <noscript><button type="submit">Calculate</button></noscript>
    </form>
    <p class="by found" role="status" id="found" data-part>${foundWords(costs.length, asked?.budgetCents ?? null, site)}</p>
    <div class="ways" id="ways" data-part>
      ${costs.map((cost) => way(cost, choiceOf(cost), site))}
    </div>
    <p class="fineprint">An estimate and no offer. Interest is charged by the day, so the total of Pay Later depends on the
      day on which the sale settles. Calculated by ${country.brand}.</p>`;
}
