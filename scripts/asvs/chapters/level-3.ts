import { type Answers, met, tests } from '../answer.ts';

const headers = 'server/src/platform/http/headers.test.ts';
const everyHeader = 'every response has every security header › %s';
const login = 'server/src/features/login-pages/login.test.ts';

/** Requirements of level 3 that are met too. Kerb does not claim level 3: the others are not answered. */
export const levelThree: Answers = {
  '1.2.10': met(
    'Formulas in CSV',
    'Cells that a spreadsheet would run begin with a quote.',
    tests('server/src/platform/csv/cells.test.ts', 'cannot run as a formula, even after spaces'),
  ),
  '3.4.7': met('Reports of the policy', 'Every policy names where to report.', tests(headers, everyHeader)),
  '3.4.8': met('Cross-Origin-Opener-Policy', 'same-origin, on every response.', tests(headers, everyHeader)),
  '3.5.8': met('Embedding by other sites', 'Cross-Origin-Resource-Policy is same-origin.', tests(headers, everyHeader)),
  '4.1.4': met(
    'Unused methods',
    'They are answered by no route.',
    tests(headers, 'that asks with TRACE or another unknown method gets no copy of its request'),
  ),
  '5.2.4': met(
    'Quotas',
    'By person, payer and organisation.',
    tests('server/src/features/documents/documents.test.ts', 'of a payer is 60 MB in all'),
  ),
  '5.2.6': met(
    'Pixels',
    'At most 40 million.',
    tests('server/src/platform/files/picture.test.ts', 'is refused with too many pixels before it is decoded'),
  ),
  '6.3.5': met(
    'Suspicious attempts',
    'The owner gets a mail when a limit of their account is met.',
    tests(login, 'is limited to a hundred times per account; a known browser still works, and its owner is told'),
  ),
  '6.3.7': met(
    'Changes of how somebody signs in',
    'Mails about a new password, address, two-step login, passkeys and recovery codes.',
    tests(
      'server/src/features/account/passkeys.test.ts',
      'turns two-step login on, gives recovery codes once, is logged and told by mail',
    ),
    tests(
      'server/src/features/login-pages/confirm-email.test.ts',
      'is told to both addresses, and takes effect when the new one is confirmed',
    ),
    tests(
      'server/src/features/account/account.test.ts',
      'ends all other sign-ins, keeps this one, and notifies the owner',
    ),
  ),
  '6.3.8': met(
    'Who has an account',
    'Same words and time for an unknown account.',
    tests(
      login,
      'has the same message for a wrong password and an unknown, disabled or passwordless account',
      'takes about as long for an unknown account as for a wrong password',
    ),
  ),
  '6.4.6': met(
    'Admins choose no password',
    'They send a link.',
    tests(
      'server/src/features/login-pages/password.test.ts',
      'can be requested by an API call, which always gives the same response and logs the requester',
    ),
  ),
  '6.7.2': met(
    'Challenges of passkeys',
    '136 random bits, bound to browser and purpose, for 15 minutes and one answer.',
    tests(
      'server/src/features/login-pages/passkey.test.ts',
      'answers a challenge once, only in the browser that got it, and not after 15 minutes',
    ),
  ),
  '7.5.3': met(
    'Proof before dangerous changes',
    'Password or code within five minutes.',
    tests('server/test/proof.test.ts', 'by exactly these endpoints', 'a proof of identity is asked for › %s'),
  ),
  '8.3.2': met(
    'Changed rights count at once',
    'Rights are read at each request.',
    tests(
      'server/test/rights-sequences/rights-sequences.test.ts',
      'every change of rights holds at once, for everything that people and programs hold',
    ),
    tests('server/src/platform/auth/tokens.test.ts', 'for a member who has been removed'),
  ),
  '14.2.5': met(
    'Unknown files',
    'They answer 404, never another file.',
    tests('server/src/platform/http/web.routes.test.ts', 'the addresses of the web › %s'),
  ),
  '14.2.6': met(
    'Masked details',
    'Sealed details appear after a code; bank accounts in messages by their last digits.',
    tests(
      'server/src/features/signing/locked-details.test.ts',
      'are hidden until a code was entered in this sign-in, and hidden again in the next',
    ),
    tests('domain/src/organisations/bank-change.test.ts', 'is named by its last three digits in messages'),
  ),
  '14.2.7': met(
    'Data is deleted in time',
    'Jobs delete what has expired, and tell admins on the first of a month what the law no longer asks for.',
    tests(
      'server/src/features/privacy/erasure.test.ts',
      'is listed, and erased when two admins have said so, with the signed agreement',
    ),
    tests(
      'server/src/features/privacy/own-data.test.ts',
      'ends access and erases what belongs to the account after 30 days, and the log keeps the fact',
    ),
    tests('server/src/features/session/session.jobs.test.ts', 'deletes expired records and keeps those in use'),
  ),
  '14.2.8': met(
    'Metadata of pictures',
    'Place and camera are removed.',
    tests('server/src/features/documents/upload-asset.test.ts', 'removes location and camera data from a photo'),
    tests(
      'server/src/features/properties/property-photo.test.ts',
      'has none of what the camera wrote: no place, no camera, and it is upright',
    ),
  ),
  '15.4.2': met(
    'Check and change in one step',
    'Rows are locked, or the change itself has the condition.',
    tests('server/test/money-sequences/races.test.ts', 'twenty who %s at once do it once'),
    tests('server/test/asset-doors.test.ts', 'takes from %s only their own loose file of its use'),
  ),
};
