import { linkReasonWords } from '@kerb/domain/payers/link-reasons.ts';
import type { Page, Site } from '@kerb/server/features/login-pages/page.ts';
import type { EndedLink } from '@kerb/server/platform/auth/ended-links.ts';
import { html } from '@kerb/server/platform/http/html.ts';

const kept = html`<p class="quiet">Nothing has been lost: whatever you have filled in or signed is kept.</p>`;
const otherLogin = html`
  <p class="after"><a href="/login?password=1">Log in with an email address and a password</a></p>`;

/** The page of a Payment URL that does not work, with the reason if it is known. Names no person. */
export function deadPaymentLinkPage({ country }: Site, ended: EndedLink | null): Page {
  const title = 'This link no longer works';
  if (ended) {
    const words = linkReasonWords(ended.reason, { ...ended, supportPhone: country.supportPhone });
    const main = html`<h1>${title}</h1>${words.map((text) => html`<p>${text}</p>`)}${kept}${otherLogin}`;
    return { title, status: 404, main };
  }
  return {
    title,
    status: 404,
    main: html`
      <h1>${title}</h1>
      <p>That happens when a newer link has been sent to you, or when the campaign has been cancelled.</p>
      <h2>What you can do</h2>
      <ul class="steps">
        <li>Look for the latest message from us and open the link in that one.</li>
        <li>Ask your agent to send the link again.</li>
        <li>Call us on ${country.supportPhone}. We are happy to help.</li>
      </ul>
      ${kept}`,
  };
}
