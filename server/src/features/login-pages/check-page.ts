import { type Mistake, summaryOf } from '@kerb/server/features/login-pages/fields.ts';
import type { Page, Site } from '@kerb/server/features/login-pages/page.ts';
import { type Finding, type Verdict, verdictOf } from '@kerb/server/features/login-pages/pasted-message.ts';
import { type Html, html } from '@kerb/server/platform/http/html.ts';

export const longestPasted = 4_000;

// biome-ignore format: a table
const headings: Record<Verdict, { tone: string; words: string }> = {
  ours:    { tone: 'success', words: 'Yes, this is from us.' },
  ended:   { tone: 'info',    words: 'This is from us, but it has ended.' },
  notOurs: { tone: 'danger',  words: 'Be careful. This is not from us.' },
  unknown: { tone: 'info',    words: 'We cannot say that this is from us.' },
};

const phone = ({ country }: Site): Html =>
  html`<a href="tel:${country.supportPhone.replaceAll(' ', '')}">${country.supportPhone}</a>`;

// biome-ignore format: a table
const steps: Record<Verdict, (site: Site) => Html[]> = {
  ours:    () => [html`You can open the link.`, html`Never give a code to anyone, also not to us.`],
  ended:   (site) => [html`Look for our latest message, and open the link in that one.`, html`Or call us on ${phone(site)}.`],
  notOurs: (site) => [
    html`Do not open the link, do not answer, and do not pay.`,
    html`If you have paid or given a code already, call your bank now. Then call us on ${phone(site)}.`,
  ],
  unknown: (site) => [
    html`Call your agent on a number that you already have, and ask.`,
    html`Or call us on ${phone(site)}. Do not pay before you have asked.`,
  ],
};

const whats: Record<Finding['what'], string> = { link: 'Link to', email: 'Email address', phone: 'Phone number' };

function result(site: Site, findings: readonly Finding[]): Html {
  const verdict = verdictOf(findings);
  const { tone, words } = headings[verdict];
  return html`
    <section aria-labelledby="answer" class="answer">
      <div class="notice ${tone}" role="status"><h2 id="answer" tabindex="-1">${words}</h2></div>
      <ul class="findings">
        ${findings.map(
          (each) => html`
        <li><strong>${whats[each.what]} ${each.shown}</strong><br>${each.words}</li>`,
        )}
      </ul>
      <h2>What you can do</h2>
      <ul class="steps">${steps[verdict](site).map((step) => html`<li>${step}</li>`)}</ul>
    </section>`;
}

export type CheckView = {
  text?: string;
  findings?: readonly Finding[];
  mistakes?: readonly Mistake[];
  status?: number;
};

export const nothingFound: Mistake = {
  field: 'text',
  words: 'We found no link, phone number or email address in it. Please copy the whole message.',
};

/** Everybody can ask here whether a message is ours. It tells nothing about any person. */
export function checkPage(site: Site, { text = '', findings = [], mistakes = [], status = 200 }: CheckView): Page {
  const title = 'Is this message really from us?';
  const isWrong = mistakes.some(({ field }) => field === 'text');
  return {
    title: mistakes.length > 0 ? 'Problem checking the message' : title,
    status,
    main: html`
      <h1>${title}</h1>
      ${
        findings.length > 0
          ? result(site, findings)
          : html`
      <p>You were right to check. Copy the message, or only its link, phone number or email address, and paste it here.</p>`
      }
      ${summaryOf(mistakes)}
      <form method="post" action="/check" novalidate>
        <div class="field">
          <label for="text">${findings.length > 0 ? 'Check another message' : 'The message'}</label>
          ${isWrong && html`<p class="mistake" id="text-mistake">${nothingFound.words}</p>`}
          <textarea id="text" name="text" rows="6" maxlength="${longestPasted}" required spellcheck="false"
            autocomplete="off"${isWrong && html` aria-invalid="true" aria-describedby="text-mistake"`}>${text}</textarea>
        </div>
        <button class="primary" type="submit">Check It</button>
      </form>
      <p class="quiet">We do not keep what you paste. Messages from us are about the sale of your property. They name your
        agent, the address and the amount.</p>`,
  };
}
