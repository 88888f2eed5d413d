import type { RequestOptions } from '@kerb/domain/session/passkeys.contract.ts';
import type { SecondFactorSetUp } from '@kerb/domain/session/second-factor.contract.ts';
import { field, hidden, type Mistake, notice, summaryOf } from '@kerb/server/features/login-pages/fields.ts';
import type { Page, Site } from '@kerb/server/features/login-pages/page.ts';
import { passkeyForm } from '@kerb/server/features/login-pages/passkey-form.ts';
import { scriptAddress } from '@kerb/server/features/login-pages/script.ts';
import { html } from '@kerb/server/platform/http/html.ts';

type Asked = { step: string; mistakes?: readonly Mistake[]; status?: number };

/** The second factors that somebody may use now. `passkey` is null if they have none, or the site has none. */
export type Factors = { hasApp: boolean; passkey: RequestOptions | null };
type AskedFactor = Asked & { factors: Factors };

const codeField = (mistakes: readonly Mistake[], label: string, hint: string) =>
  field(
    { name: 'code', label, hint, type: 'text', autocomplete: 'one-time-code', longest: 30, isFirst: true },
    mistakes,
  );

const logInAgain = html`<p class="after"><a href="/login">Back to login</a></p>`;

const codeHint = (hasApp: boolean) =>
  hasApp
    ? 'The six digits that your authenticator app shows now.'
    : 'One of the recovery codes that you kept when you added your passkey.';

export const codePage = ({ country }: Site, { step, factors, mistakes = [], status = 200 }: AskedFactor): Page => ({
  title: mistakes.length > 0 ? 'Problem: your second step' : 'Your second step',
  status,
  script: factors.passkey === null ? null : scriptAddress,
  main: html`
    <h1>One more step</h1>
    ${summaryOf(mistakes)}
    ${
      factors.passkey &&
      passkeyForm({
        action: '/login/code/passkey',
        label: 'Use Your Passkey',
        options: factors.passkey,
        fields: { step },
      })
    }
    <form method="post" action="/login/code" novalidate>
      ${hidden('step', step)}
      ${codeField(mistakes, factors.hasApp ? 'Code' : 'Recovery code', codeHint(factors.hasApp))}
      <button class="primary" type="submit">Log In</button>
    </form>
    <p class="quiet">${factors.hasApp ? 'No telephone at hand? Type one of your recovery codes instead. ' : ''}Lost
      both? Call us on ${country.supportPhone}.</p>
    ${logInAgain}`,
});

const qrCode = ({ size, path }: SecondFactorSetUp['qrCode']) => html`
  <svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code for your authenticator app">
    <rect class="qr-ground" width="${size}" height="${size}"></rect><path class="qr-dark" d="${path}"></path>
  </svg>`;

type SetUpAsked = Asked & { setUp: SecondFactorSetUp };

export const setUpPage = ({ country }: Site, { step, setUp, mistakes = [], status = 200 }: SetUpAsked): Page => ({
  title: mistakes.length > 0 ? 'Problem: two-step login' : 'Set up two-step login',
  status,
  main: html`
    <h1>Set up two-step login</h1>
    ${summaryOf(mistakes)}
    <p>You need a password and a code to log in to ${country.brand}. Open an authenticator app on your telephone
      and scan this:</p>
    ${qrCode(setUp.qrCode)}
    <p class="quiet">No camera? Type this key into the app instead: <span class="key">${setUp.secret}</span></p>
    <form method="post" action="/login/set-up" novalidate>
      ${hidden('step', step)}
      ${codeField(mistakes, 'Code', 'The six digits that the app shows for us now.')}
      <button class="primary" type="submit">Turn On and Log In</button>
    </form>
    ${logInAgain}`,
});

/** For somebody who has made a passkey in place of a password. */
export const passkeyMadePage = (_site: Site, { codes, back }: { codes: readonly string[]; back: string }): Page => ({
  title: 'Your recovery codes',
  main: html`
    <h1>Keep these recovery codes</h1>
    ${notice('success', 'Your passkey is ready. You need no password.')}
    <p>If you lose your device, a link to your mailbox and one of these codes let you in again. They are shown now and
      never again: print them, or keep them in a safe place.</p>
    <ul class="codes">${codes.map((code) => html`<li>${code}</li>`)}</ul>
    <p><a class="button" href="/login?back=${encodeURIComponent(back)}">I Have Kept Them</a></p>`,
});

export const recoveryCodesPage = (_site: Site, { codes, back }: { codes: readonly string[]; back: string }): Page => ({
  title: 'Your recovery codes',
  main: html`
    <h1>Keep these recovery codes</h1>
    ${notice('success', 'Two-step login is on.')}
    <p>Each of them logs you in once without your telephone. They are shown now and never again: print them, or keep them
      where you keep your passwords.</p>
    <ul class="codes">${codes.map((code) => html`<li>${code}</li>`)}</ul>
    <p><a class="button" href="/login?back=${encodeURIComponent(back)}">I Have Kept Them</a></p>`,
});

export const lateStepPage = (_site: Site): Page => ({
  title: 'That took too long',
  status: 404,
  main: html`
    <h1>Please log in again</h1>
    <p>That took too long, or was finished in another tab. Nothing is lost.</p>
    <p><a class="button" href="/login">Go to the login page</a></p>`,
});
