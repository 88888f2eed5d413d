import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { writtenDay } from '@kerb/domain/kernel/dates.ts';
import { centsFromDecimal, formatMoney } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { User } from '@kerb/domain/people/people.contract.ts';
import { roleLabels } from '@kerb/domain/people/role-labels.ts';
import type { PendingAct } from '@kerb/domain/second-person/acts.contract.ts';
import { personLabels } from '@kerb/domain/vocabulary/person-labels.ts';
import { findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { ActRow } from '@kerb/server/features/approvals/acts.repository.ts';
import { owedInLedger } from '@kerb/server/features/loan-books/owed-in-ledger.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { userById } from '@kerb/server/features/people/people.repository.ts';
import { dueName, erasableName } from '@kerb/server/features/privacy/ask-erasure.ts';
import { payerlessById } from '@kerb/server/features/privacy/campaigns-without-payers.ts';
import { erasableById } from '@kerb/server/features/privacy/erasure.repository.ts';
import { dayOfSubject, ratesInWords, ratesName } from '@kerb/server/features/rates/change-rates.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { ActPayload } from '@kerb/server/platform/second-person/pending-acts.ts';

type Subject = Pick<PendingAct, 'subject' | 'changes'>;
type Change = PendingAct['changes'][number];

const same = (label: string, value: string): Change => ({ label, before: value, after: value });

function changesOfUser({ kind }: ActRow, user: User, payload: ActPayload): Change[] {
  if (kind === 'admin-email') {
    return [{ label: personLabels.emailAddress, before: user.emailAddress, after: payload.emailAddress ?? null }];
  }
  if (kind === 'admin-second-factor') {
    return [
      same(personLabels.emailAddress, user.emailAddress),
      { label: 'Two-step login', before: 'On', after: 'Off' },
    ];
  }
  const access = { label: 'Access', before: 'Disabled', after: 'Active' };
  return [
    same(personLabels.emailAddress, user.emailAddress),
    { label: 'Role', before: roleLabels[user.role], after: roleLabels.admin },
    ...(user.disabledDate === null ? [] : [access]),
  ];
}

async function batchSubject(db: Database | Tx, { subjectId: id }: ActRow, country: CountryRules): Promise<Subject> {
  const batch = await db
    .selectFrom('batches')
    .select(['total', 'fileName'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    subject: { href: `/v1/batch-payments/${id}`, name: `batch ${id}` },
    changes: [
      same('Total', formatMoney(centsFromDecimal(batch.total), country, true)),
      same('Bank file', batch.fileName ?? ''),
    ],
  };
}

/** While it waits, the second person sees whom it is about. Afterwards only the number is left. */
async function payerSubject(db: Database | Tx, act: ActRow, country: CountryRules): Promise<Subject> {
  const payer = await erasableById(db, country, act.subjectId);
  const isOpen = act.outcome === null;
  return {
    subject: { href: `/v1/signatories/${payer.id}`, name: erasableName(payer) },
    changes: isOpen
      ? [
          { label: 'Payer', before: payer.payerName, after: 'Erased' },
          same('Organisation', payer.organisation),
          same('Campaign ended', writtenDay(payer.facts.statusDay, country.locale)),
        ]
      : [],
  };
}

async function dueSubject(
  db: Database | Tx,
  { outcome }: ActRow,
  { signatoryIds = [], agreementIds = [] }: ActPayload,
  country: CountryRules,
): Promise<Subject> {
  const subject = {
    href: '/v1/due-erasures',
    name: outcome === null ? dueName(signatoryIds.length + agreementIds.length) : 'payers whose time is over',
  };
  const payers = await Promise.all(signatoryIds.map((id) => erasableById(db, country, id)));
  const campaigns = await Promise.all(agreementIds.map((id) => payerlessById(db, country, id)));
  const numbers = [...new Set([...payers, ...campaigns].map(({ flowNumber }) => flowNumber))];
  return { subject, changes: numbers.length === 0 ? [] : [same('Campaigns', numbers.join(', '))] };
}

async function ratesSubject(
  db: Database | Tx,
  { subjectId }: ActRow,
  { rates }: ActPayload,
  country: CountryRules,
): Promise<Subject> {
  return {
    subject: { href: '/v1/rates', name: ratesName(dayOfSubject(subjectId), country.locale) },
    changes: rates === undefined ? [] : await ratesInWords(db, country, rates),
  };
}

/** What is owed now. It is all written off when the second person confirms. */
async function loanSubject(
  db: Database | Tx,
  { subjectId: id, outcome }: ActRow,
  country: CountryRules,
): Promise<Subject> {
  const campaign = must(await findAgreement(db, wholeScope, id), `campaign ${id}`);
  const money = (cents: number) => formatMoney(cents, country, true);
  const { agreed, loans, charges, accrued } = campaign.books;
  const isOpen = outcome === null;
  return {
    subject: { href: `/v1/agreements/${id}`, name: flowNumber(campaign, country.code) },
    changes: isOpen
      ? [
          same('Organisation', campaign.tenantName),
          { label: 'Owed', before: money(owedInLedger(campaign.books)), after: money(0) },
          same('Principal', money(agreed + loans)),
          same('Fees', money(charges)),
          same('Interest', money(accrued)),
        ]
      : [],
  };
}

/** The name of what an act changes and, while it is open, what would change. */
export async function subjectOf(
  db: Database | Tx,
  act: ActRow,
  payload: ActPayload,
  country: CountryRules,
): Promise<Subject> {
  if (act.kind === 'discard-batch') return batchSubject(db, act, country);
  if (act.kind === 'erase-payer') return payerSubject(db, act, country);
  if (act.kind === 'dispose-due') return dueSubject(db, act, payload, country);
  if (act.kind === 'write-off') return loanSubject(db, act, country);
  if (act.kind === 'rate') return ratesSubject(db, act, payload, country);
  const user = await userById(db, act.subjectId);
  const changes = act.outcome === null ? changesOfUser(act, user, payload) : [];
  return { subject: { href: user.href, name: user.displayName }, changes };
}
