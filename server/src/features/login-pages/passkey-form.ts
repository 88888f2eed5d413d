import type { RequestOptions } from '@kerb/domain/session/passkeys.contract.ts';
import { hidden } from '@kerb/server/features/login-pages/fields.ts';
import { type Html, html } from '@kerb/server/platform/http/html.ts';

type PasskeyForm = {
  action: '/login/passkey' | '/login/code/passkey';
  label: string;
  options: RequestOptions;
  /** What the form sends back besides the passkey. */
  fields: Record<string, string>;
  /** Whether the browser offers passkeys in the field of the e-mail address too. */
  isSuggested?: boolean;
};

const failed = 'No passkey was used. Try again, or log in another way.';

/** Hidden until the script has found that the browser has passkeys. */
export const passkeyForm = ({ action, label, options, fields, isSuggested }: PasskeyForm): Html => html`
  <form id="passkey-form" class="passkey" method="post" action="${action}" hidden
    data-options="${JSON.stringify(options)}" data-failed="${failed}"${isSuggested ? html` data-suggest` : ''}>
    ${Object.entries(fields).map(([name, value]) => hidden(name, value))}
    ${hidden('passkey', '')}
    <button class="secondary" type="submit">${label}</button>
    <p class="quiet" id="passkey-words" aria-live="polite"></p>
  </form>`;
