import type { AccountCodesView } from '@kerb/domain/books/exports.contract.ts';
import {
  type AccountCodes,
  type AccountingSystem,
  accountingSystemLabels,
  accountingSystems,
  codePatterns,
  decideExport,
  foldLines,
  type JournalLine,
  journalFiles,
} from '@kerb/domain/books/journal-files.ts';
import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
import { type FieldErrors, fieldError, refuseFields } from '@kerb/domain/kernel/decision.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { type Account, accountNames } from '@kerb/domain/payments/ledger.ts';
import { isClosed, type PeriodRow, periodsOf } from '@kerb/server/features/books/periods.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { takeTurn } from '@kerb/server/platform/database/locks.ts';
import { mustAllow, notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Db = Database | Tx;

async function codesIn(db: Db, system: AccountingSystem): Promise<AccountCodes> {
  const rows = await db
    .selectFrom('accountCodes')
    .select(['account', 'code'])
    .where('system', '=', system)
    .orderBy('account')
    .execute();
  return Object.fromEntries(rows.map(({ account, code }) => [account, code]));
}

export async function viewCodes(db: Db): Promise<AccountCodesView> {
  const [xero, myob] = [await codesIn(db, 'xero'), await codesIn(db, 'myob')];
  return {
    items: accountNames.map((account) => ({ account, xero: xero[account] ?? null, myob: myob[account] ?? null })),
  };
}

/** Saves the codes that are sent. A code that is sent empty is removed. */
export async function saveCodes(work: Work, { items }: AccountCodesView): Promise<AccountCodesView> {
  const wrong: FieldErrors = Object.assign(
    {},
    ...items.flatMap((item, place) =>
      accountingSystems
        .filter((system) => item[system] !== null && !codePatterns[system].pattern.test(item[system] ?? ''))
        .map((system) => fieldError(`items.${place}.${system}`, 'notValid', codePatterns[system].words)),
    ),
  );
  if (Object.keys(wrong).length > 0) mustAllow(refuseFields(wrong));
  const before = await viewCodes(work.tx);
  for (const { account, ...codes } of items) {
    for (const system of accountingSystems) {
      const code = codes[system];
      await work.tx.deleteFrom('accountCodes').where('system', '=', system).where('account', '=', account).execute();
      if (code !== null) await work.tx.insertInto('accountCodes').values({ system, account, code }).execute();
    }
  }
  const after = await viewCodes(work.tx);
  const changed = after.items.filter((item, place) => JSON.stringify(item) !== JSON.stringify(before.items[place]));
  if (changed.length > 0) {
    const data = Object.fromEntries(changed.map(({ account, xero, myob }) => [account, { xero, myob }]));
    const description = 'Codes of accounts changed';
    await record(work, { activityCode: 'tenant_update', description, data, isOnlyRead: true });
  }
  return after;
}

type LineRow = { account: Account; contact: string | null; amount: string };

/** What the period changes of each account; what organisations are owed, for each one with a reference in Xero. */
async function linesOf(tx: Tx, { firstDay, lastDay }: PeriodRow): Promise<JournalLine[]> {
  const within = sql`between coalesce(${firstDay}::date, '-infinity') and ${lastDay}::date`;
  const { rows } = await sql<LineRow>`
    with owed as (
      select e.account, o.xero_contact_ref as contact, sum(e.amount) as amount
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      join agreements a on a.id = t.agreement_id join tenants o on o.id = a.tenant_id
      where t.book_day ${within} and e.account in ('organisation', 'transit') and o.xero_contact_ref is not null
      group by e.account, o.xero_contact_ref),
    totals as (
      select account, sum(debit) - sum(credit) as amount from ledger_totals where book_day ${within} group by account)
    select account, contact, amount::text as amount from owed
    union all
    select t.account, null, (t.amount - coalesce((select sum(o.amount) from owed o where o.account = t.account), 0))::text
    from totals t
    order by 1, 2`.execute(tx);
  return rows.map((row) => ({ ...row, amount: centsFromDecimal(row.amount) }));
}

/** Writes the file of a closed period, once. A second request finds it and changes nothing. */
export async function exportPeriod(work: Work, id: number, system: AccountingSystem): Promise<void> {
  const { tx, now, actor, deps } = work;
  await takeTurn(tx, 'bookPeriods');
  const period = (await periodsOf(tx)).find((row) => row.id === id);
  if (!period) throw notFound('period');
  if (!isClosed(period)) throw new Problem(409, 'period-open', 'Only a closed period can be exported.');
  if (period.exports.some((each) => each.system === system)) return;
  const lines = foldLines(await linesOf(tx, period));
  const codes = await codesIn(tx, system);
  mustAllow(decideExport({ lines, codes }));
  const { ending, write } = journalFiles[system];
  const span = [period.firstDay, period.lastDay].filter((day) => day !== null).join(' to ');
  const file = Buffer.from(
    write({
      narration: `${deps.country.brand} ${span}`,
      number: `KB${id}`,
      day: period.lastDay,
      lines,
      codes,
      noTax: serverCountries[deps.country.code].journalTax[system],
    }),
  );
  const fileName = `${deps.country.brand} ${accountingSystemLabels[system]} ${period.lastDay}.${ending}`;
  const hash = sha256(file);
  await tx
    .insertInto('bookExports')
    .values({
      ...{ periodId: id, system, fileName, fileBytes: file, fileSha256: hash, madeDate: now },
      madeByUserId: must(actor, 'an admin who exports').userId,
    })
    .execute();
  const data = { period: id, system, lines: lines.length, sha256: hash.toString('hex') };
  const description = `Books until ${period.lastDay} exported to ${accountingSystemLabels[system]}`;
  await record(work, { activityCode: 'tenant_update', description, data, isOnlyRead: true });
}

/** The file as it was written. */
export async function exportedFile(db: Db, id: number, system: AccountingSystem) {
  const row = await db
    .selectFrom('bookExports')
    .select(['fileName', 'fileBytes as content'])
    .where('periodId', '=', id)
    .where('system', '=', system)
    .executeTakeFirst();
  if (!row) throw notFound('export');
  return { ...row, contentType: system === 'xero' ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8' };
}
