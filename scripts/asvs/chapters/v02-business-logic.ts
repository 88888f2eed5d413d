import { type Answers, met, tests } from '../answer.ts';

export const businessLogic: Answers = {
  '2.1.1': met(
    'Documented form of each input',
    'Contracts are data: the OpenAPI document prints form, length and range of every field.',
    'docs/generated/endpoints.md',
    'docs/generated/campaign-fields.md',
    'docs/decisions/0077-what-people-type.md',
    tests('server/src/platform/http/openapi/document.test.ts', 'describes exactly the mounted endpoints'),
  ),
  '2.1.2': met(
    'Documented rules for values that belong together',
    'Rules are tables and pure functions; ARCHITECTURE names the file of each, and the countries page prints theirs.',
    'ARCHITECTURE.md#rules-are-data',
    'docs/generated/countries.md',
    tests('scripts/generated.test.ts', '%s matches the tables in the code'),
  ),
  '2.1.3': met(
    'Documented limits, for a person and for all',
    'Rate limits are printed; quotas and queues are decisions with their numbers.',
    'docs/generated/jobs.md#limits',
    'docs/decisions/0092-fair-queues.md',
    'docs/decisions/0093-files-have-a-use.md',
    tests('scripts/generated.test.ts', '%s matches the tables in the code'),
  ),
  '2.2.1': met(
    'All input is validated',
    'Every endpoint has a contract: types, lengths, ranges, closed lists. Unknown fields are refused.',
    tests('domain/src/wire/endpoint.test.ts', '$method $path has no body if it reads, and refuses unknown fields'),
    tests('domain/src/typed-text.test.ts', 'refuses hidden characters, at its field: %s'),
    tests('server/test/garbage.test.ts', 'as a body never causes a 500'),
  ),
  '2.2.2': met(
    'Validation on the server',
    'The server decodes with the same contracts as the web, and the domain decides there again.',
    tests('server/test/garbage.test.ts', 'as a body never causes a 500', 'in a query never causes a 500'),
    tests('server/src/features/properties/properties.test.ts', 'with %s is refused'),
  ),
  '2.2.3': met(
    'Values that belong together are consistent',
    'State and postcode, bank account and country, dates of a loan, budget and fees are compared.',
    tests('domain/src/properties/postcodes.test.ts', '%s has postcode %s, and the other states do not'),
    tests('domain/src/organisations/bank-accounts.test.ts', 'has an error for each wrong part'),
  ),
  '2.3.1': met(
    'Steps in their order',
    'Statuses, batches, signatures and the payer’s flow are machines; a step out of order is refused.',
    tests('domain/src/agreements/transitions.test.ts', 'from %s is allowed or refused as the grid says'),
    tests('server/src/features/batches/batch-life.test.ts', 'skips no step'),
    tests(
      'server/test/application-sequences/sequences.test.ts',
      'keep their rules in whatever order payers and staff act',
    ),
  ),
  '2.3.2': met(
    'Limits of the business hold',
    'Amounts, quotas and rate limits are checked where the change is written, also in parallel.',
    tests(
      'server/src/platform/limits/throttle.test.ts',
      'lets exactly its number of attempts through, even in parallel',
    ),
    tests(
      'server/src/features/documents/documents.test.ts',
      'of a payer is five files that nothing uses, and leaves everybody else alone',
    ),
    tests('server/src/features/webhooks/webhooks.test.ts', 'is limited to ten'),
  ),
  '2.3.3': met(
    'All or nothing',
    'One transaction writes the change, its log, its messages and the ledger. Killed servers leave nothing half done.',
    tests('server/test/crash.test.ts', 'loses nothing that it has acknowledged and leaves nothing half done'),
    tests('server/test/money-crash.test.ts', 'has moved it whole or not at all, and moves it once when asked again'),
  ),
  '2.3.4': met(
    'Nothing is given twice',
    'Rows are locked in one order; unique indexes and idempotency keys are the second line.',
    tests('server/src/features/payments/exactly-once.test.ts', 'sent twenty times at once is charged once'),
    tests(
      'server/src/features/batches/batch-life.test.ts',
      'never takes a campaign twice',
      'made by two admins at once contain each campaign once',
    ),
    tests('server/test/money-sequences/races.test.ts', 'twenty who %s at once do it once'),
  ),
  '2.4.1': met(
    'Protection against floods',
    'Rate limits by person, organisation and network; fair queues for drawings, files and exports; quotas for files.',
    tests(
      'server/test/fair-queues.test.ts',
      'by one payer leave another payer’s download and their own signature alone',
      'of one person are rate limited, and the same document is drawn once',
    ),
    tests(
      'server/src/platform/http/request-turns.test.ts',
      'over the limit answer 503 with Retry-After, and other people’s requests are served',
    ),
    tests('server/src/platform/csv/stream-csv.test.ts', 'of one person are rate limited'),
  ),
};
