import type { Standing } from '@kerb/domain/access/actor.ts';
import { displayName, initials } from '@kerb/domain/people/names.ts';
import type { RequestOptions } from '@kerb/domain/session/passkeys.contract.ts';
import { expiredSentence } from '@kerb/domain/wire/problem.ts';
import type { DemoPerson } from '@kerb/server/features/login-pages/demo-people.ts';
import { field, hidden, type Mistake, notice, summaryOf } from '@kerb/server/features/login-pages/fields.ts';
import type { Page, Site } from '@kerb/server/features/login-pages/page.ts';
import { passkeyForm } from '@kerb/server/features/login-pages/passkey-form.ts';
import { scriptAddress } from '@kerb/server/features/login-pages/script.ts';
import { type Html, html } from '@kerb/server/platform/http/html.ts';

// biome-ignore format: a table
const groups: { standing: Standing; heading: string; label: string }[] = [
  { standing: 'admin',    heading: 'Administrators', label: 'Administrator' },
  { standing: 'manager',  heading: 'Managers',       label: 'Manager' },
  { standing: 'employee', heading: 'Employees',      label: 'Employee' },
  { standing: 'vendor',   heading: 'Vendors',        label: 'Vendor' },
];

const demoButton = (person: DemoPerson, label: string) => html`
  <li><button class="person" type="submit" name="userId" value="${person.id}">
    <span class="face" aria-hidden="true">${initials(displayName(person))}</span>
    <span class="who"><span class="name">${displayName(person)}</span>
      <span class="what">${label}${person.organisations && ` · ${person.organisations}`}</span></span>
  </button></li>`;

/** So many people of a role are in view. The page of a phone stays short. */
const shownFirst = 2;

type DemoGroup = (typeof groups)[number] & { members: readonly DemoPerson[] };

function demoGroup({ heading, label, members }: DemoGroup): Html {
  const list = (people: readonly DemoPerson[]) =>
    html`<ul class="people">${people.map((person) => demoButton(person, label))}</ul>`;
  const more = members.slice(shownFirst);
  return html`
        <h3>${heading}</h3>
        ${list(members.slice(0, shownFirst))}
        ${more.length > 0 && html`<details class="more"><summary>${more.length} more</summary>${list(more)}</details>`}`;
}

function demoPanel(people: readonly DemoPerson[], back: string): Html {
  const shown = groups
    .map((group) => ({ ...group, members: people.filter((person) => person.standing === group.standing) }))
    .filter((group) => group.members.length > 0);
  return html`
    <aside class="demo" aria-labelledby="demo">
      <h2 id="demo">Look around as… <span class="badge">Sandbox</span></h2>
      <p class="quiet">Made-up people with made-up campaigns, one click each.</p>
      <form method="post" action="/login/demo">
        ${hidden('back', back)}
        ${shown.map(demoGroup)}
      </form>
      <p class="after"><a href="/sandbox/outbox">Messages sent in this sandbox</a></p>
    </aside>`;
}

export type LoginView = {
  back: string;
  email?: string;
  mistakes?: readonly Mistake[];
  said?: 'expired' | 'logged-out' | null | undefined;
  /** Null outside a sandbox. */
  people: readonly DemoPerson[] | null;
  /** Null where there are no passkeys. */
  passkey: RequestOptions | null;
  status?: number;
};

const saying = {
  expired: notice('info', expiredSentence),
  'logged-out': notice('success', 'You are logged out.'),
};

export function loginPage({ country }: Site, view: LoginView): Page {
  const mistakes = view.mistakes ?? [];
  const isWrong = (name: string) => mistakes.some((mistake) => mistake.field === name);
  const hasFailed = mistakes.length > 0;
  return {
    title: hasFailed ? 'Problem logging in' : 'Log in',
    status: view.status ?? 200,
    script: view.passkey === null ? null : scriptAddress,
    aside: view.people && demoPanel(view.people, view.back),
    main: html`
      <h1>Log in to ${country.brand}</h1>
      ${summaryOf(mistakes) ?? (view.said && saying[view.said])}
      <form method="post" action="/login" novalidate>
        ${hidden('back', view.back)}
        ${field(
          {
            name: 'email',
            label: 'Email address',
            type: 'email',
            autocomplete: view.passkey ? 'username webauthn' : 'username',
            value: view.email ?? '',
            longest: 254,
            isFirst: isWrong('email'),
          },
          mistakes,
        )}
        ${field(
          {
            name: 'password',
            label: 'Password',
            type: 'password',
            autocomplete: 'current-password',
            longest: 200,
            isFirst: hasFailed && !isWrong('email'),
          },
          mistakes,
        )}
        <button class="primary" type="submit">Log In</button>
      </form>
      ${
        view.passkey &&
        passkeyForm({
          action: '/login/passkey',
          label: 'Log In with a Passkey',
          options: view.passkey,
          fields: { back: view.back },
          isSuggested: true,
        })
      }
      <p class="after"><a href="/login/organisation${view.back === '/' ? '' : `?back=${encodeURIComponent(view.back)}`}"
        >Continue with your organisation</a></p>
      <p class="after"><a href="/forgotten-password">Forgotten your password?</a></p>`,
  };
}

export const logoutPage = ({ country }: Site): Page => ({
  title: 'Log out',
  main: html`
    <h1>Log out of ${country.brand}?</h1>
    <p>You will be logged out in every tab of this browser.</p>
    <form method="post" action="/logout"><button class="primary" type="submit">Log Out</button></form>
    <p class="after"><a href="/">Stay logged in</a></p>`,
});
