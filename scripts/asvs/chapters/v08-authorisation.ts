import { type Answers, met, tests } from '../answer.ts';

const access = 'server/test/endpoint-access.test.ts';
const sequences = 'server/test/rights-sequences/rights-sequences.test.ts';
const asInTable = '%s answers each person as in the table';

export const authorisation: Answers = {
  '8.1.1': met(
    'Documented rights',
    'The matrix of permissions by standing, the rights on documents, and the permission of each endpoint are printed.',
    'docs/generated/permissions.md',
    'docs/generated/endpoints.md',
    tests('scripts/generated.test.ts', '%s matches the tables in the code'),
  ),
  '8.1.2': met(
    'Documented rights on fields',
    'Who sees and changes each field of a campaign, and in which status nobody does.',
    'docs/generated/campaign-fields.md',
    'docs/data.md#who-sees-what',
    tests('scripts/generated.test.ts', '%s matches the tables in the code'),
  ),
  '8.2.1': met(
    'Rights on functions',
    'Every endpoint needs a permission; every endpoint is called as every kind of person.',
    tests(access, 'has exactly one row in the table', asInTable),
    tests('server/test/link-access.test.ts', '%s answers each sign-in as in the table'),
    tests('server/test/client-access.test.ts', '%s answers each program as in the table'),
  ),
  '8.2.2': met(
    'Rights on records',
    'The scope is part of the query. Another’s record answers as a missing one.',
    tests(access, asInTable),
    tests(
      'server/src/features/documents/documents.test.ts',
      'gets the same response for a hidden document as for a missing one',
    ),
    tests('server/test/asset-doors.test.ts', 'takes from %s only their own loose file of its use'),
  ),
  '8.2.3': met(
    'Rights on fields',
    'Responses leave out, and writes refuse, the fields that a person may not see or change.',
    tests('server/src/features/signing/signatories.test.ts', 'are visible only to the payer and to admins'),
    tests(
      'domain/src/organisations/settings.test.ts',
      'lets a manager change the profile, and nothing that only admins change or see',
    ),
    tests(
      'server/src/features/signing/locked-details.test.ts',
      'are hidden until a code was entered in this sign-in, and hidden again in the next',
    ),
  ),
  '8.3.1': met(
    'Rights are decided by the server',
    'mount decides before any handler runs. Only the one admin of a deployment approves a loan that they raised or ' +
      'whose contacts they entered. It is signed as it was approved.',
    'docs/decisions/0080-who-signs-when-and-again.md',
    tests(access, asInTable),
    tests(
      'server/src/features/loans/approver.test.ts',
      'cannot approve a loan and then give the payer their own mailbox or mobile',
      'cannot approve a loan of which they are a payer',
      'cannot let an account that they made enter the contacts',
      'cannot let a program that they made enter the contacts',
      'gets no loan by the payment of its fee, after the contacts were changed',
    ),
    tests(
      'server/src/features/loans/approved-loan.test.ts',
      'keeps the person for whom it was approved, against any change of the name',
      'keeps the property for which it was approved',
      'is not signed with another %s, however it was changed',
    ),
    tests(sequences, 'one person who %s does not get the loan'),
  ),
  '8.4.1': met(
    'Organisations are apart',
    'Another organisation’s record answers as a missing one, to people and to programs. A program has one organisation.',
    tests(access, asInTable),
    tests(sequences, 'nobody can do what the matrix refuses, after any sequence of changes of rights'),
    tests(
      'server/test/client-access.test.ts',
      '%s answers each program as in the table',
      'stays a program of its organisation when its maker becomes an admin',
    ),
  ),
};
