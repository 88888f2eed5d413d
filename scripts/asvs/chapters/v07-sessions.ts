import { type Answers, met, notApplicable, tests } from '../answer.ts';

const tokens = 'server/src/platform/auth/tokens.test.ts';
const people = 'server/src/features/people/people.test.ts';
const account = 'server/src/features/account/account.test.ts';
const proof = 'server/test/proof.test.ts';
const prove = 'server/src/features/session/prove-identity.test.ts';
const noFederation = 'There is no single sign-on with another system.';

export const sessions: Answers = {
  '7.1.1': met(
    'Documented life of a session',
    'How long a sign-in, a token and a proof of identity count, and why.',
    'docs/sign-in.md#sessions',
    'docs/decisions/0100-idle-sign-ins-end.md',
    tests(tokens, 'is refused once it or its sign-in has expired', 'is still refused when it expires'),
  ),
  '7.1.2': met(
    'Documented number of sessions',
    'Any number of browsers; they are listed, and each can be logged out.',
    'docs/sign-in.md#sessions',
    tests(account, 'lists the browsers in which the user is logged in, and logs one out'),
  ),
  '7.1.3': notApplicable('Documented federation', noFederation),
  '7.2.1': met(
    'Tokens are checked by the server',
    'Each request checks the signature and, in the database, that sign-in, user and membership still hold.',
    tests(tokens, '%s is refused', 'for a member who has been removed'),
  ),
  '7.2.2': met(
    'Tokens are made anew',
    'Access tokens live five minutes, refresh tokens work once. There are no static keys.',
    tests(tokens, 'is still refused when it expires', 'works once and returns the next'),
  ),
  '7.2.3': met(
    'Random tokens',
    'Cookies, tickets and refresh tokens have 256 random bits and are stored as hashes.',
    tests(tokens, 'is refused in another browser, signed in or not, and still works in its own'),
    tests('scripts/inventories.test.ts', 'names every file that uses a cryptographic function'),
  ),
  '7.2.4': met(
    'A new token for each sign-in',
    'A sign-in ends the browser’s former one. A proof of identity ends the cookie and the tab’s tokens, for new ones.',
    tests('server/src/features/login-pages/login.test.ts', 'as someone else ends the browser’s earlier sign-in'),
    tests(
      prove,
      'is given with the password, and replaces the cookie and the tokens',
      'is of no use to somebody with a copy of the earlier cookie and of the tokens made from it',
    ),
  ),
  '7.3.1': met(
    'Idle time-out',
    '30 minutes without a key or pointer for an admin, 60 for others; the server decides, the page asks first.',
    tests(
      'server/src/features/session/idle.test.ts',
      'of %s holds for %i minutes and ends before %i, although the page is open',
      'is kept by a refresh only as far as the person was there',
    ),
    tests('web/src/app/idle-watch.test.tsx', 'is asked two minutes before the end, and stays logged in with one press'),
  ),
  '7.3.2': met('Longest session', 'Twelve hours.', tests(tokens, 'is refused once it or its sign-in has expired')),
  '7.4.1': met(
    'Logging out ends the session',
    'Access ends at the next request, in every tab.',
    tests(tokens, 'for someone who has logged out, in every tab'),
    tests('e2e/shell.spec.ts', 'logging out ends the session in every tab'),
  ),
  '7.4.2': met(
    'Disabled users',
    'Disabling ends every sign-in at once, and enabling restores none.',
    tests(people, 'ends their access at the next request, and enabling does not restore old sign-ins'),
    tests(tokens, 'for a disabled user'),
  ),
  '7.4.3': met(
    'Other sessions after a change of a factor',
    'A new password ends them, unless the user keeps them. Two-step login that is turned on or off, and a passkey that is added or removed, ends them.',
    tests(
      'server/src/features/account/passkeys.test.ts',
      'logs out every other browser of the person, and not this one',
      'can be removed, which ends it at once, logs out other browsers and is told by mail',
    ),
    tests(
      account,
      'ends all other sign-ins, keeps this one, and notifies the owner',
      'keeps the other sign-ins if the user chooses so',
    ),
    tests(
      'server/src/features/login-pages/second-factor.test.ts',
      'logs out the other browsers when it is turned on and off, and keeps this one',
    ),
    tests('server/src/features/login-pages/password.test.ts', 'ends every other sign-in of its owner'),
  ),
  '7.4.4': met(
    'Log Out is visible',
    'In the menu of every screen.',
    tests('web/src/app/navigation.test.tsx', 'logs out by submitting a form'),
  ),
  '7.4.5': met(
    'Admins end sessions',
    'Of one user, at once, logged.',
    tests(people, 'ends all of their sign-ins at once, is logged, and is not for one’s own account'),
  ),
  '7.5.1': met(
    'Proof before a change of the account',
    'Own mobile, e-mail, password, passkeys and two-step login need a full log in of this tab in the last five minutes.',
    tests(
      'server/src/features/session/prove-passkey.test.ts',
      'is added and removed only with a proof of identity',
      'is enough alone if the passkey verifies its owner, and replaces cookie and tokens',
    ),
    tests(
      'server/src/features/login-pages/confirm-email.test.ts',
      'is told to both addresses, and takes effect when the new one is confirmed',
    ),
    tests(proof, 'by exactly these endpoints', 'a proof of identity is asked for › %s'),
    tests(
      prove,
      'needs the password and the code of the app where two-step login is on',
      'is needed for a new password where two-step login is on, because the form asks for one factor only',
      'neither ends nor counts in another tab, which proves for itself',
    ),
    tests(
      'server/src/features/login-pages/second-factor.test.ts',
      'needs the password and a code, and deletes everything',
    ),
  ),
  '7.5.2': met(
    'Own sessions',
    'A user sees their browsers and logs each out, with a proof of identity.',
    tests(account, 'lists the browsers in which the user is logged in, and logs one out'),
    tests(proof, 'a proof of identity is asked for › %s'),
  ),
  '7.6.1': notApplicable('Session of an identity provider', noFederation),
  '7.6.2': notApplicable('Consent to a federated session', noFederation),
};
