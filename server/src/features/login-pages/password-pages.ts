import type { CreationOptions } from '@kerb/domain/session/passkeys.contract.ts';
import {
  field,
  hidden,
  type Mistake,
  newPasswordField,
  ownerField,
  summaryOf,
} from '@kerb/server/features/login-pages/fields.ts';
import type { Page, Site } from '@kerb/server/features/login-pages/page.ts';
import { firstPasskeyForm } from '@kerb/server/features/login-pages/passkey-form.ts';
import { scriptAddress } from '@kerb/server/features/login-pages/script.ts';
import { html } from '@kerb/server/platform/http/html.ts';

const backToLogin = html`<p class="after"><a href="/login">Back to login</a></p>`;

type Forgotten = { email?: string; mistakes?: readonly Mistake[]; status?: number };

export function forgottenPage(_site: Site, { email = '', mistakes = [], status = 200 }: Forgotten): Page {
  return {
    title: mistakes.length > 0 ? 'Problem: forgotten password' : 'Forgotten password',
    status,
    main: html`
      <h1>Forgotten your password?</h1>
      ${summaryOf(mistakes)}
      <p>Enter the email address that you log in with, and we will send you a link to choose a new one.</p>
      <form method="post" action="/forgotten-password" novalidate>
        ${field(
          {
            name: 'email',
            label: 'Email address',
            type: 'email',
            autocomplete: 'username',
            value: email,
            longest: 254,
            isFirst: mistakes.length > 0,
          },
          mistakes,
        )}
        <button class="primary" type="submit">Send Link</button>
      </form>
      ${backToLogin}`,
  };
}

export const linkSentPage = ({ config }: Site): Page => ({
  title: 'Check your email',
  main: html`
    <h1>Check your email</h1>
    <p role="status">If there is an account with that address, a link to choose a new password is on its way to it.</p>
    <p class="quiet">The link works once, for 60 minutes. If nothing arrives, look in the spam folder before you ask
      for another.</p>
    ${config.sandbox && html`<p><a href="/sandbox/outbox">Open the sandbox's messages</a></p>`}
    ${backToLogin}`,
});

type SetPassword = {
  token: string;
  emailAddress: string;
  /** For a passkey in place of the password; null if the person may not make one here. */
  options: CreationOptions | null;
  mistakes?: readonly Mistake[];
  status?: number;
};

export function setPasswordPage({ country }: Site, view: SetPassword): Page {
  const { token, emailAddress, options, mistakes = [], status = 200 } = view;
  return {
    title: mistakes.length > 0 ? 'Problem: choose a password' : 'Choose a password',
    status,
    script: options === null ? null : scriptAddress,
    main: html`
      <h1>Choose a password</h1>
      ${summaryOf(mistakes)}
      <p>For your account at ${country.brand}. You will be logged in straight away, and logged out everywhere else.</p>
      <form method="post" action="/set-password" novalidate>
        ${hidden('token', token)}
        ${ownerField(emailAddress)}
        ${newPasswordField(mistakes)}
        <button class="primary" type="submit">Save Password</button>
      </form>
      ${options && firstPasskeyForm({ action: '/set-password/passkey', token, options })}`,
  };
}

export const deadPasswordLinkPage = (_site: Site): Page => ({
  title: 'This link no longer works',
  status: 404,
  main: html`
    <h1>This link no longer works</h1>
    <p>Links to choose a password work once, and only for a while. When a newer one is sent, the older ones stop.</p>
    <p><a class="button" href="/forgotten-password">Get a new link</a></p>
    ${backToLogin}`,
});
