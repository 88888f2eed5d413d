import { type Answers, deviation, met, tests } from '../answer.ts';

const login = 'server/src/features/login-pages/login.test.ts';
const account = 'server/src/features/account/account.test.ts';
const known = 'server/src/platform/auth/common-passwords.test.ts';
const deviations = 'docs/decisions/0104-deviations-from-asvs.md';
const changesPassword = 'needs the current password and a strong new one, and has a rate limit';

/** Sections 6.1 to 6.3. */
export const passwords: Answers = {
  '6.1.1': met(
    'Documented limits of attempts',
    'Limits by account, network and known browser, and why nobody can lock another person out.',
    'docs/sign-in.md#limits',
    'docs/generated/jobs.md#limits',
    tests('scripts/generated.test.ts', '%s matches the tables in the code'),
  ),
  '6.1.2': met(
    'Documented words that no password may be made of',
    'The list is on the page about signing in, and compared with the code.',
    'docs/sign-in.md#words-that-no-password-may-be-made-of',
    tests('scripts/inventories.test.ts', 'lists the words of the business that no password may be made of'),
  ),
  '6.1.3': met(
    'Documented ways to sign in',
    'One table of all ways, what each asks for and what it opens.',
    'docs/sign-in.md#ways-to-sign-in',
    tests('scripts/inventories.test.ts', 'names every means of signing in that the log knows'),
  ),
  '6.2.1': met(
    'Shortest password',
    'Ten characters.',
    tests('domain/src/session/password.test.ts', '%j: %s'),
    tests('e2e/typed-input.spec.ts', 'a password that is too short says how long it must be'),
  ),
  '6.2.2': met('Changing the password', 'In Account Details.', tests(account, changesPassword)),
  '6.2.3': met('The current password is asked for', 'Always.', tests(account, changesPassword)),
  '6.2.4': met(
    'Common passwords',
    'A list of 25,000 that are long enough, and 5,000 roots.',
    tests(known, 'has at least 10,000 passwords that are long enough to be chosen here', 'refuses %s'),
  ),
  '6.2.5': met(
    'No rules about kinds of characters',
    'Only the length, and what is guessed first.',
    tests(known, 'allows passphrases of several words that have nothing to do with the person'),
  ),
  '6.2.6': met(
    'Typed out of sight',
    'Every password field has the type password.',
    tests(login, 'has fields for an e-mail address and a password that password managers recognise'),
  ),
  '6.2.7': met(
    'Password managers',
    'Fields have their autocomplete names and accept pasting.',
    tests(login, 'has fields for an e-mail address and a password that password managers recognise'),
  ),
  '6.2.8': deviation(
    'Exactly as typed',
    'Neither cut nor changed in case, but normalised (NFKC), so that two keyboards type the same password.',
    deviations,
    tests(
      'server/src/platform/auth/password.test.ts',
      'is compared whole: neither a longer, a shorter nor another case of it is right',
    ),
  ),
  '6.2.9': met(
    'Long passwords',
    'Up to 200 characters.',
    tests('domain/src/session/password.test.ts', 'may have 200 characters and no more'),
  ),
  '6.2.10': met('No expiry', 'A password stays valid.', tests(login, 'accepts a password however old it is')),
  '6.2.11': met(
    'Words of the context',
    'Names, address, organisations, brand and words of the business.',
    tests(known, 'refuses %s'),
    tests('domain/src/session/password.test.ts', '%j: %s'),
  ),
  '6.2.12': met(
    'Breached passwords',
    'The list of common passwords comes from published breaches (SecLists). No service is asked.',
    tests(known, 'has at least 10,000 passwords that are long enough to be chosen here', 'refuses %s'),
  ),
  '6.3.1': met(
    'Guessing',
    'Ten attempts by account and network, a hundred by account, sixty by network; the owner is told.',
    tests(
      login,
      'is limited to ten times per account and network, and then the right password is refused there too',
      'is limited to a hundred times per account; a known browser still works, and its owner is told',
      'is limited to sixty times per address, over all accounts; successful logins do not count',
      'shares one count among spellings of an address: %s',
    ),
  ),
  '6.3.2': met(
    'No default accounts',
    'Outside a sandbox a new database has no user, and production refuses a sandbox’s database.',
    tests('server/src/features/login-pages/demo.test.ts', 'are neither listed nor signed in outside a sandbox'),
    tests('server/test/modes.test.ts', 'of a sandbox is refused by production, and one of production by a sandbox'),
  ),
  '6.3.3': deviation(
    'Several factors',
    'Demanded of admins outside a sandbox and of teams whose managers want it; offered with every password. A payer’s link ' +
      'alone opens one campaign, without sealed details or signing.',
    deviations,
    tests(
      'server/src/features/login-pages/second-factor.test.ts',
      'they set it up before they are logged in, with the key, the QR code and the recovery codes',
      'asks its team to set it up at their next log in, and does not let them turn it off',
      'other users are not asked',
    ),
    tests(
      'e2e/two-step.spec.ts',
      'a manager requires two-step login of the team, and an employee sets it up at the next log in',
    ),
  ),
  '6.3.4': met(
    'No other way in',
    'Every route of the server is in one list, and every endpoint that is open to anyone in another.',
    tests('server/test/server-paths.test.ts', 'include every route of the server'),
    tests(
      'domain/src/wire/endpoint.test.ts',
      'open to anyone are signing in, checks, signed calls of providers, the calculator and the sandbox',
    ),
    tests(
      'server/src/features/login-pages/second-factor.test.ts',
      'cannot be bypassed by a new password, and a new password ends a login that waits for its code',
    ),
  ),
};
