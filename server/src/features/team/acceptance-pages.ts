import type { CreationOptions, RequestOptions } from '@kerb/domain/session/passkeys.contract.ts';
import {
  hidden,
  type Mistake,
  newPasswordField,
  ownerField,
  summaryOf,
} from '@kerb/server/features/login-pages/fields.ts';
import type { Page, Site } from '@kerb/server/features/login-pages/page.ts';
import { firstPasskeyForm, passkeyForm } from '@kerb/server/features/login-pages/passkey-form.ts';
import { scriptAddress } from '@kerb/server/features/login-pages/script.ts';
import { html } from '@kerb/server/platform/http/html.ts';

type Join = { token: string; tenantName: string; emailAddress: string };
type Refused = { mistakes?: readonly Mistake[]; status?: number };
/** `options`: for a passkey in place of the password; null if the person may not make one here. */
type JoinWithPassword = Join & Refused & { options: CreationOptions | null };
type JoinWithPasskey = Join & Refused & { request: RequestOptions };

/** For a new user: accepting and choosing a password are one step. */
export function joinPage({ country }: Site, { token, tenantName, emailAddress, ...view }: JoinWithPassword): Page {
  const { options, mistakes = [], status = 200 } = view;
  return {
    title: mistakes.length > 0 ? 'Problem: accept the invitation' : 'Accept the invitation',
    status,
    script: options === null ? null : scriptAddress,
    main: html`
      <h1>Join ${tenantName}</h1>
      ${summaryOf(mistakes)}
      <p>You have been invited to the team of ${tenantName} on ${country.brand}. Choose a password to accept. You will be
        logged in straight away.</p>
      <form method="post" action="/accept-invitation" novalidate>
        ${hidden('token', token)}
        ${ownerField(emailAddress)}
        ${newPasswordField(mistakes)}
        <button class="primary" type="submit">Accept Invitation</button>
      </form>
      ${options && firstPasskeyForm({ action: '/accept-invitation/passkey', token, options })}`,
  };
}

const accepting = { action: '/accept-invitation/proof', label: 'Accept with Your Passkey' } as const;

/** For an existing user who logs in with passkeys only: one of them accepts, so that the mailbox alone does not. */
export function joinByPasskeyPage({ country }: Site, view: JoinWithPasskey): Page {
  const { token, tenantName, emailAddress, request, mistakes = [], status = 200 } = view;
  return {
    title: mistakes.length > 0 ? 'Problem: accept the invitation' : 'Accept the invitation',
    status,
    script: scriptAddress,
    main: html`
      <h1>Join ${tenantName}</h1>
      ${summaryOf(mistakes)}
      <p>You have been invited to the team of ${tenantName} on ${country.brand}. Your account ${emailAddress} logs in with
        a passkey. Use it to accept.</p>
      <noscript><p>Your browser runs no scripts, and passkeys need one. Please use another browser.</p></noscript>
      ${passkeyForm({ ...accepting, options: request, fields: { token } })}
      <p class="quiet">No passkey at hand? Open this link on the device that has it, or call us on
        ${country.supportPhone}.</p>`,
  };
}

/** For an existing user: adds the organisation, and changes nothing else about the account. */
export const joinAgainPage = ({ country }: Site, { token, tenantName, emailAddress }: Join): Page => ({
  title: 'Accept the invitation',
  main: html`
    <h1>Join ${tenantName}</h1>
    <p>You have been invited to the team of ${tenantName} on ${country.brand}. Your account stays as it is, with its
      password, and gains this organisation.</p>
    <form method="post" action="/accept-invitation" novalidate>
      ${hidden('token', token)}
      ${ownerField(emailAddress)}
      <button class="primary" type="submit">Accept Invitation</button>
    </form>`,
});

export const deadInvitationPage = ({ country }: Site): Page => ({
  title: 'This invitation no longer works',
  status: 404,
  main: html`
    <h1>This invitation no longer works</h1>
    <p>An invitation works once, and only for a while. When it is sent again, the older link stops.</p>
    <h2>What you can do</h2>
    <ul class="steps">
      <li>Have you accepted it already? <a href="/login">Log in</a>.</li>
      <li>Look for the latest message from us and open the link in that one.</li>
      <li>Ask the person who invited you to send it again, or call us on ${country.supportPhone}.</li>
    </ul>`,
});
