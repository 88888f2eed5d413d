import type { ButtonState } from '@kerb/domain/embedding/button-state.ts';
import { field, type Mistake, summaryOf } from '@kerb/server/features/login-pages/fields.ts';
import type { Page, Site } from '@kerb/server/features/login-pages/page.ts';
import { html } from '@kerb/server/platform/http/html.ts';

/** Where a Pay button leads: a page of its own, which nobody may frame. */
export const payPath = (token: string): string => `/embed/pay/${token}`;

export const deadButtonPage: Page = {
  title: 'This button no longer works',
  status: 404,
  main: html`
    <h1>This button no longer works</h1>
    <p>Please open the link in our latest message to you, or ask your agent to send it again.</p>`,
};

// biome-ignore format: a table
const closed: Record<Exclude<ButtonState, 'to-pay'>, string> = {
  paid:            'This has been paid. There is nothing more to do here.',
  'not-available': 'There is nothing to pay at the moment. If you expected something else, please ask your agent.',
};

export const closedButtonPage = (state: keyof typeof closed, organisation: string): Page => ({
  title: organisation,
  main: html`<h1>${organisation}</h1><p role="status">${closed[state]}</p>`,
});

type AskForLink = {
  token: string;
  organisation: string;
  email?: string;
  mistakes?: readonly Mistake[];
  status?: number;
};

const emailField = {
  name: 'email',
  label: 'Email address',
  type: 'email',
  autocomplete: 'email',
  longest: 254,
} as const;

/** The button is public, so it opens nothing by itself: the payer gets their own link by e-mail. */
export const askForLinkPage = ({ token, organisation, email = '', mistakes = [], status = 200 }: AskForLink): Page => ({
  title: mistakes.length > 0 ? 'Problem: pay for your marketing' : 'Pay for your marketing',
  status,
  main: html`
    <h1>Pay for your marketing</h1>
    <p>${organisation} has sent you a personal link. Open it to pay.</p>
    <p>Can you not find it? Enter the email address to which it was sent, and we will send it again.</p>
    ${summaryOf(mistakes)}
    <form method="post" action="${payPath(token)}" novalidate>
      ${field({ ...emailField, value: email, isFirst: mistakes.length > 0 }, mistakes)}
      <button class="primary" type="submit">Send My Link</button>
    </form>`,
});

/** The same words whether or not a payer has that address. */
export const linkSentPage = ({ config }: Site): Page => ({
  title: 'Check your email',
  main: html`
    <h1>Check your email</h1>
    <p role="status">If a payer of this campaign has that address, their link is on its way to it.</p>
    <p class="quiet">If nothing arrives, look in the spam folder, or ask your agent.</p>
    ${config.sandbox && html`<p><a href="/sandbox/outbox">Open the sandbox's messages</a></p>`}`,
});
