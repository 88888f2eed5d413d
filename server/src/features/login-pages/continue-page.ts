import type { Page } from '@kerb/server/features/login-pages/page.ts';
import { html } from '@kerb/server/platform/http/html.ts';

type Names = { present: string; payer: string };

/**
 * Asks before a Payment URL replaces another sign-in of the browser: otherwise another site could sign a person out, or
 * make them type their card into somebody else's campaign.
 */
export function continuePage(token: string, { present, payer }: Names): Page {
  return {
    title: 'Who are you?',
    main: html`
      <h1>Continue as ${payer}?</h1>
      <p>This link is for <strong>${payer}</strong>. You are logged in as <strong>${present}</strong>.</p>
      <form method="post" action="/pay/${token}">
        <button class="primary" type="submit">Continue as ${payer}</button>
      </form>
      <p class="after"><a href="/">Stay logged in as ${present}</a></p>
      <p class="quiet">If you continue, ${present} is logged out in this browser.</p>`,
  };
}
