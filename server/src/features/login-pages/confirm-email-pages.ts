import { hidden } from '@kerb/server/features/login-pages/fields.ts';
import type { Page, Site } from '@kerb/server/features/login-pages/page.ts';
import { html } from '@kerb/server/platform/http/html.ts';

const toLogin = html`<p><a class="button" href="/login">Log in</a></p>`;

type Confirmation = { newEmailAddress: string; keepsPassword: boolean };

/** A button, and not the link itself: programs that check mail for viruses follow links. */
export const confirmEmailPage = ({ country }: Site, view: Confirmation & { token: string }): Page => ({
  title: 'Confirm your email address',
  main: html`
    <h1>Confirm your email address</h1>
    <p>If you confirm, you log in to ${country.brand} with <strong>${view.newEmailAddress}</strong> from then on, and we
      write to it. ${
        view.keepsPassword
          ? 'Your password stays the same.'
          : 'If you have a password, you choose a new one, with a link that we send to this address.'
      } You will be logged out everywhere.</p>
    <form method="post" action="/confirm-email" novalidate>
      ${hidden('token', view.token)}
      <button class="primary" type="submit">Confirm</button>
    </form>`,
});

export const emailConfirmedPage = (_site: Site, { newEmailAddress, keepsPassword }: Confirmation): Page => ({
  title: 'Email address confirmed',
  main: html`
    <h1>Email address confirmed</h1>
    <p role="status">From now on you log in with <strong>${newEmailAddress}</strong>.</p>
    ${
      keepsPassword
        ? ''
        : html`<p>If you had a password, it no longer works, and we have sent you a link with which you choose a new one.
      The link works for 60 minutes. After that, choose "Forgotten your password?" on the login page.</p>`
    }
    ${toLogin}`,
});

export const deadEmailLinkPage = ({ country }: Site): Page => ({
  title: 'This link no longer works',
  status: 404,
  main: html`
    <h1>This link no longer works</h1>
    <p>A link to confirm an email address works once, for 24 hours. When a newer one is sent, the older one stops. If
      you still need it, call us on ${country.supportPhone}.</p>
    ${toLogin}`,
});

export const takenEmailPage = ({ country }: Site): Page => ({
  title: 'This address is taken',
  status: 409,
  main: html`
    <h1>This address is taken</h1>
    <p>Another account has this email address now, so yours has not changed. Call us on ${country.supportPhone}.</p>
    ${toLogin}`,
});
