import { field, hidden, type Mistake, summaryOf } from '@kerb/server/features/login-pages/fields.ts';
import type { Page, Site } from '@kerb/server/features/login-pages/page.ts';
import { html } from '@kerb/server/platform/http/html.ts';

/** `isAgain`: the person logs in once more, as a proof of identity. */
type AskView = { back: string; email: string; isAgain: boolean; mistakes: readonly Mistake[]; status?: number };

export const askAddressPage = ({ country }: Site, { back, email, isAgain, mistakes, status }: AskView): Page => ({
  title: mistakes.length > 0 ? 'Problem logging in' : 'Log in with your organisation',
  status: status ?? 200,
  main: html`
    <h1>Log in with your organisation</h1>
    ${summaryOf(mistakes)}
    <p>If your organisation has its own login for ${country.brand}, we take you there.</p>
    <form method="post" action="/login/organisation" novalidate>
      ${hidden('back', back)}
      ${isAgain ? hidden('again', '1') : ''}
      ${field(
        {
          name: 'email',
          label: 'Work email address',
          type: 'email',
          autocomplete: 'email',
          value: email,
          longest: 254,
          isFirst: true,
        },
        mistakes,
      )}
      <button class="primary" type="submit">Continue</button>
    </form>
    <p class="after"><a href="/login">Log in another way</a></p>`,
});

/** A link, because a form may not lead to another site. The browser follows it by itself. */
export const leavePage = (_site: Site, { host, address }: { host: string; address: string }): Page => ({
  title: 'Continue to your organisation',
  main: html`
    <h1>Continue to your organisation</h1>
    <p role="status">We take you to <strong>${host}</strong>. If nothing happens, use the button.</p>
    <p><a class="button" href="${address}">Continue to ${host}</a></p>
    <p class="after"><a href="/login">Log in another way</a></p>`,
});

export const refusedPage = (_site: Site, words: string, status: number): Page => ({
  title: 'Problem logging in',
  status,
  main: html`
    <h1>You are not logged in</h1>
    <div class="notice danger" role="alert"><p>${words}</p></div>
    <p><a class="button" href="/login/organisation">Try again</a></p>
    <p class="after"><a href="/login">Log in another way</a></p>`,
});
