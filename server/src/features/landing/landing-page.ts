import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { type EmbedTerms, embedCosts, readAsked } from '@kerb/domain/embedding/embed-costs.ts';
import { waysToPay } from '@kerb/domain/options/ways-to-pay.ts';
import { costCard, costField, type Typed } from '@kerb/server/features/embedding/calculator-frame.ts';
import type { Page, Site } from '@kerb/server/features/login-pages/page.ts';
import { street } from '@kerb/server/features/login-pages/street.ts';
import { type Html, html } from '@kerb/server/platform/http/html.ts';

/** What is calculated before a visitor types. */
const firstBudget = '5,000';

// biome-ignore format: a table
const steps = [
  ['Your agent sends you a link', 'It shows your property, the marketing and what it costs. The link is yours alone.'],
  ['You choose how to pay',       'You see every cost in dollars first. You owe nothing until you have agreed.'],
  ['You finish on your phone',    'You check your details, agree, and pay or sign. Your agent sees at once that it is done.'],
] as const;

// biome-ignore format: a table
const forAgencies = [
  ['Ask for the money in minutes',  'Create the campaign, add the owners and send it. Each of them gets a link.'],
  ['See what needs you',            'One list shows what is waiting for you, for the owner and for us, with the oldest first.'],
  ['Be paid by bank transfer',      'Every payment has a remittance advice that says which campaign it is for.'],
] as const;

/** A screenshot, taken by `scripts/guide-pictures.ts` from the demo. */
const phonePicture = ({ code, brand }: CountryRules): Html => html`
  <figure class="phone">
    <img src="/pictures/${code.toLowerCase()}/payer.webp" width="585" height="1140"
      alt="The page of an owner in ${brand}: the property, the cost, the agent and the ways to pay">
  </figure>`;

const links = ({ country }: Site, isSignedIn: boolean): Html => html`
  <a href="#costs">Costs</a>
  <a href="/guide">Guide</a>
  <a href="/brochure">Brochure</a>
  <a class="button" href="${isSignedIn ? '/' : '/login'}">${isSignedIn ? `Open ${country.brand}` : 'Log in'}</a>`;

/** Made-up people wait on the login page of a sandbox. */
const tryIt = ({ config }: Site): Html | null =>
  config.sandbox ? html`<a class="button second" href="/login">Look around as a made-up person</a>` : null;

const opening = (site: Site): Html => html`
  <div class="opening">
    <div class="promise">
      <h1>Market your home now. Choose when you pay.</h1>
      <p>Photographs, signs and advertisements sell a home. They cost thousands before the sale earns a cent. With
        ${site.country.brand} your agent sends you the cost, and you choose how to pay it.</p>
      <p class="actions"><a class="button" href="#costs">See what it costs</a>${tryIt(site)}</p>
      <p class="note">Did your agent send you a link? Open it. You need no login.</p>
    </div>
    ${phonePicture(site.country)}
    ${street}
  </div>`;

/** A form that works without a script. */
function calculator(site: Site, terms: EmbedTerms, typed: Typed): Html {
  const { country } = site;
  const budget = typed.budget ?? firstBudget;
  const days = typed.days ?? String(country.defaultCampaignPeriodDays);
  const { asked, errors } = readAsked({ budget, days }, country);
  const costs = asked ? embedCosts(asked, terms, country) : [];
  return html`
    <section aria-labelledby="costs" class="costs">
      <h2 id="costs">What it costs</h2>
      <p class="lead">Type the marketing budget that your agent has named. You see every way to pay, in dollars.</p>
      <form method="get" action="/welcome#costs">
        ${costField('budget', 'Marketing budget', budget, { errors, mode: 'decimal' })}
        ${costField('days', 'Days until the sale settles', days, { errors, mode: 'numeric' })}
        <button class="primary" type="submit">Calculate</button>
      </form>
      <div class="ways">${costs.map((cost) => costCard(cost, site))}</div>
      <p class="quiet">An estimate with our usual terms, and no offer. Your agent’s organisation may have its own terms. You see
        the exact amounts before you agree.</p>
    </section>`;
}

const items = (rows: readonly (readonly [string, string])[]): Html[] =>
  rows.map(([name, words]) => html`<li><h3>${name}</h3><p>${words}</p></li>`);

const howItWorks = html`
  <section aria-labelledby="how">
    <h2 id="how">How it works</h2>
    <ol class="journey">${items(steps)}</ol>
  </section>`;

const ways = ({ country }: Site): Html => html`
  <section aria-labelledby="ways">
    <h2 id="ways">The ways to pay</h2>
    <dl class="terms">
      ${waysToPay(country).map(([name, words]) => html`<div><dt>${name}</dt><dd>${words}</dd></div>`)}
    </dl>
  </section>`;

const agencies = ({ country: { supportPhone } }: Site): Html => html`
  <section aria-labelledby="agencies">
    <h2 id="agencies">For agencies and suppliers</h2>
    <ul class="points">${items(forAgencies)}</ul>
    <p>To join, call us on <a href="tel:${supportPhone.replaceAll(' ', '')}">${supportPhone}</a>.</p>
  </section>`;

type Shown = { terms: EmbedTerms; typed: Typed; isSignedIn: boolean; isListed: boolean };

const descriptionOf = ({ brand, name }: CountryRules): string =>
  `${brand} lets people who sell a home in ${name} choose how and when they pay for its marketing.`;

/** The first page of people who are not signed in. */
export const landingPage = (site: Site, { terms, typed, isSignedIn, isListed }: Shown): Page => ({
  title: 'Marketing funding for property sales',
  description: isListed ? descriptionOf(site.country) : null,
  links: links(site, isSignedIn),
  main: html`
    ${opening(site)}
    <div class="reading">
      ${calculator(site, terms, typed)}
      ${howItWorks}
      ${ways(site)}
      ${agencies(site)}
    </div>`,
});
