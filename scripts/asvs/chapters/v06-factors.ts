import { type Answers, deviation, met, notApplicable, tests } from '../answer.ts';

const secondFactor = 'server/src/features/login-pages/second-factor.test.ts';
const password = 'server/src/features/login-pages/password.test.ts';
const passkeys = 'server/src/features/account/passkeys.test.ts';
const passkeyLogin = 'server/src/features/login-pages/passkey.test.ts';
const account = 'server/src/features/account/account.test.ts';
const locked = 'server/src/features/signing/locked-details.test.ts';
const deviations = 'docs/decisions/0104-deviations-from-asvs.md';
const noProvider = 'Nobody signs in through an identity provider yet.';

/** Sections 6.4 to 6.8. */
export const factors: Answers = {
  '6.4.1': met(
    'First passwords',
    'Nobody gets one: a link with 256 random bits, for seven days and once, lets the person choose.',
    tests(
      password,
      'creates a logon for a user without one, and works for seven days',
      'works once, also for two requests at once',
      'stops working when it expires, when it is older than a new one, and when its account is disabled',
    ),
  ),
  '6.4.2': met(
    'No hints and no secret questions',
    'There are none; a forgotten password is replaced by a link.',
    tests(password, 'is replaced by a link whose token is stored only as a hash'),
  ),
  '6.4.3': met(
    'A forgotten password',
    'A link of one use. Two-step login is asked for after it.',
    tests(
      secondFactor,
      'cannot be bypassed by a new password, and a new password ends a login that waits for its code',
    ),
    tests(password, 'gets the same response if the account is unknown or disabled, and then no message is sent'),
  ),
  '6.4.4': met(
    'A lost second factor',
    'An admin resets it with a proof of their own identity; the password is still needed. For an admin: two admins, a note.',
    tests(secondFactor, 'can be done by an admin for a user who lost it, who is logged out; never for oneself'),
    tests(
      passkeys,
      'when an admin resets the two-step login of somebody who lost them',
      'of an admin only with a second admin',
    ),
    tests(passkeyLogin, 'can be replaced by a recovery code, once each, and by nothing less'),
    tests(
      'server/src/features/approvals/approvals.test.ts',
      'keeps its second factor until a second admin confirms the reset',
    ),
    tests(
      'web/src/features/people/user-editor.dialog.test.tsx',
      'asks how an admin was recognised before their two-step login is reset',
    ),
  ),
  '6.5.1': met(
    'Codes work once',
    'Codes of the app, of messages and for recovery, also at the same moment. So do challenges of passkeys.',
    tests(
      passkeyLogin,
      'answers a challenge once, only in the browser that got it, and not after 15 minutes',
      'is used up by a wrong answer too',
    ),
    tests(
      secondFactor,
      'accepts no code twice, nor an older one after it',
      'accepts one of five concurrent requests with the same code',
      'accepts each recovery code once, in any notation, even of two at once, and notifies the owner',
    ),
    tests(account, 'is sent by text message, stored as a hash, and works once; it is six digits'),
  ),
  '6.5.2': met(
    'How recovery codes are stored',
    'Recovery codes have 50 bits and are stored as argon2id hashes with a salt of 128 bits for each person.',
    tests(secondFactor, 'is stored as an argon2id hash, which a copy of the database and its key does not give away'),
  ),
  '6.5.3': met(
    'Random codes',
    'All codes and keys come from node:crypto.',
    tests('server/src/platform/auth/one-time-passwords.test.ts', 'is 160 bits, new each time'),
    tests('scripts/inventories.test.ts', 'names every file that uses a cryptographic function'),
  ),
  '6.5.4': met(
    'Length of codes',
    'Six digits in messages, ten of 32 signs for recovery.',
    tests(account, 'is sent by text message, stored as a hash, and works once; it is six digits'),
  ),
  '6.5.5': deviation(
    'How long codes live',
    'Codes of messages: ten minutes. Codes of the app: the present half minute and the one before.',
    deviations,
    tests(secondFactor, 'accepts the current and the previous code, and no other'),
    tests(account, 'expires after ten minutes'),
  ),
  '6.6.1': deviation(
    'Codes by text message',
    'Nobody logs in with one. A payer’s codes for details and signing go to a mobile that they confirmed after proving ' +
      'the mailbox, else to the mailbox. No stronger way and no words about risks.',
    deviations,
    tests(locked, 'cannot be reached by a mobile that a person with the link enters'),
    tests(
      'server/src/features/signing/mailbox-proof.test.ts',
      'by the link of the %s cannot see the details or sign',
      'still cannot see the details or sign after the payer has proved their mailbox in another browser',
    ),
    tests(
      'server/src/features/signing/payer-account.test.ts',
      'proves nothing about the payer: no details, no mobile, no signature',
      'does not act on another record of the same account in the campaign',
    ),
  ),
  '6.6.2': met(
    'A code belongs to its request',
    'A code is bound to its purpose, person, address and, for sealed details, to the sign-in.',
    tests(account, 'is for one number of one person: it does not confirm a changed number'),
    tests(locked, 'are hidden until a code was entered in this sign-in, and hidden again in the next'),
    tests(
      'server/src/features/signing/changed-agreement.test.ts',
      'is not signed with a code that was sent for the earlier one',
    ),
  ),
  '6.6.3': met(
    'Guessing of codes',
    'Five guesses and three messages in ten minutes; a new code does not reset the count.',
    tests(account, 'allows five guesses, even of three hundred at once, and a new code does not reset the count'),
    tests(locked, 'are guarded by limits for the payer, not for each sign-in'),
  ),
  '6.8.1': notApplicable('Several identity providers', noProvider),
  '6.8.2': notApplicable('Signatures of assertions', noProvider),
  '6.8.3': notApplicable('SAML assertions', noProvider),
  '6.8.4': notApplicable('Strength of a provider’s sign-in', noProvider),
};
