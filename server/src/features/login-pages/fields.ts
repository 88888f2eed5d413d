import { longestPassword, shortestPassword } from '@kerb/domain/session/password.ts';
import { type Html, html } from '@kerb/server/platform/http/html.ts';

/** An error message and its field; without a field it is about the whole form. */
export type Mistake = { field?: string; words: string };

export const noEmail: Mistake = { field: 'email', words: 'Enter your email address.' };

type Field = {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text';
  autocomplete: string;
  value?: string;
  hint?: string;
  longest: number;
  isFixed?: boolean;
  /** Gets the focus when the page opens. */
  isFirst?: boolean;
};

export function field(spec: Field, mistakes: readonly Mistake[] = []): Html {
  const { name, label, hint } = spec;
  const words = mistakes.find((mistake) => mistake.field === name)?.words;
  const described = [hint && `${name}-hint`, words && `${name}-mistake`].filter(Boolean).join(' ');
  const isEmail = spec.type === 'email';
  return html`
    <div class="field">
      <label for="${name}">${label}</label>
      ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
      ${words && html`<p class="mistake" id="${name}-mistake">${words}</p>`}
      <input id="${name}" name="${name}" type="${spec.type}" autocomplete="${spec.autocomplete}" value="${spec.value}"
        maxlength="${spec.longest}"${described && html` aria-describedby="${described}"`}
        ${isEmail && html`inputmode="email" autocapitalize="none" spellcheck="false"`}
        ${words ? html`aria-invalid="true"` : ''}${spec.isFixed ? html` readonly` : html` required`}
        ${spec.isFirst ? html` autofocus` : ''}>
    </div>`;
}

/** Screen readers announce it at once, and each line links to its field. */
export function summaryOf(mistakes: readonly Mistake[]): Html | null {
  if (mistakes.length === 0) return null;
  const lines = mistakes.map(({ field: name, words }) => (name ? html`<a href="#${name}">${words}</a>` : words));
  return html`<div class="notice danger" role="alert">${lines.map((line) => html`<p>${line}</p>`)}</div>`;
}

export const notice = (tone: 'info' | 'success', words: string): Html =>
  html`<div class="notice ${tone}" role="status"><p>${words}</p></div>`;

export const hidden = (name: string, value: string | number): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** Names the account, so that a password manager stores the password under the right address. */
export const ownerField = (emailAddress: string): Html =>
  field({
    name: 'email',
    label: 'Email address',
    type: 'text',
    autocomplete: 'username',
    value: emailAddress,
    longest: 254,
    isFixed: true,
  });

export const newPasswordField = (mistakes: readonly Mistake[]): Html =>
  field(
    {
      name: 'password',
      label: 'New password',
      type: 'password',
      autocomplete: 'new-password',
      hint: `At least ${shortestPassword} characters. A few words in a row are easy to keep in mind.`,
      longest: longestPassword,
      isFirst: true,
    },
    mistakes,
  );
