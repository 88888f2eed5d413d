import type { CreationOptions, RequestOptions } from '@kerb/domain/session/passkeys.contract.ts';
import { hidden } from '@kerb/server/features/login-pages/fields.ts';
import { type Html, html } from '@kerb/server/platform/http/html.ts';

type PasskeyForm = {
  action: '/login/passkey' | '/login/code/passkey' | '/accept-invitation/proof';
  label: string;
  options: RequestOptions;
  /** What the form sends back besides the passkey. */
  fields: Record<string, string>;
  /** Whether the browser offers passkeys in the field of the e-mail address too. */
  isSuggested?: boolean;
};

const failed = 'No passkey was used. Try again, or log in another way.';

type FirstPasskeyForm = {
  action: '/set-password/passkey' | '/accept-invitation/passkey';
  token: string;
  options: CreationOptions;
};

const notMade = 'No passkey was made. Try again, or choose a password.';

/** In place of a password. The device makes a passkey. Hidden until the script has found that the browser can. */
export const firstPasskeyForm = ({ action, token, options }: FirstPasskeyForm): Html => html`
  <form id="passkey-form" class="passkey" method="post" action="${action}" hidden
    data-options="${JSON.stringify(options)}" data-failed="${notMade}" data-make>
    <h2>No password, if you prefer</h2>
    <p>With a passkey you log in by your fingerprint, your face or the PIN of your device. There is nothing to remember,
      and nothing that somebody could steal from you by a false website.</p>
    ${hidden('token', token)}
    ${hidden('userHandle', options.user.id)}
    ${hidden('passkey', '')}
    <button class="secondary" type="submit">Use a Passkey Instead</button>
    <p class="quiet" id="passkey-words" aria-live="polite"></p>
  </form>`;

/** Hidden until the script has found that the browser has passkeys. */
export const passkeyForm = ({ action, label, options, fields, isSuggested }: PasskeyForm): Html => html`
  <form id="passkey-form" class="passkey" method="post" action="${action}" hidden
    data-options="${JSON.stringify(options)}" data-failed="${failed}"${isSuggested ? html` data-suggest` : ''}>
    ${Object.entries(fields).map(([name, value]) => hidden(name, value))}
    ${hidden('passkey', '')}
    <button class="secondary" type="submit">${label}</button>
    <p class="quiet" id="passkey-words" aria-live="polite"></p>
  </form>`;
