import type { BankAccountsView, MovementView } from '@kerb/domain/books/movements.contract.ts';
import type { BankAccount } from '@kerb/domain/countries/bank-account-scheme.ts';
import { type Day, dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { formatBankAccount } from '@kerb/domain/organisations/bank-accounts.ts';
import { type Direction, toMove } from '@kerb/domain/payments/movements.ts';
import { readOursInTrust } from '@kerb/server/features/payments/ours-in-trust.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { WorkDeps } from '@kerb/server/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';

type Db = Database | Tx;
type Row = {
  id: number;
  day: Day;
  date: Moment;
  amount: string;
  reference: string | null;
  userName: string | null;
  isUndone: boolean;
  isOnStatement: boolean;
};

/** The screen shows this many; the journal has all of them. */
const mostShown = 50;

const directionOf = (amount: Cents): Direction => (amount > 0 ? 'to-operating' : 'to-trust');

function viewOf({ amount, reference, ...row }: Row): MovementView {
  const cents = centsFromDecimal(amount);
  return {
    ...row,
    direction: directionOf(cents),
    amount: Math.abs(cents),
    reference: reference ?? '',
  };
}

async function select(db: Db, which: RawBuilder<unknown>): Promise<MovementView[]> {
  const { rows } = await sql<Row>`
    select t.id, t.day, t.date, t.description as reference, e.amount,
      u.first_name || ' ' || u.surname as user_name,
      exists (select from ledger_transactions r where r.reverses_id = t.id) as is_undone,
      exists (select from bank_statement_lines l where l.movement_id = t.id) as is_on_statement
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.account = 'operating'
    left join users u on u.id = t.user_id
    where t.event = 'movement' and ${which} order by t.id desc limit ${sql.lit(mostShown)}`.execute(db);
  return rows.map(viewOf);
}

export const findMovement = async (db: Db, id: number): Promise<MovementView | null> =>
  (await select(db, sql`t.id = ${id}`))[0] ?? null;

type Settings = Pick<WorkDeps, 'config' | 'country'>;

const accountView = (account: BankAccount, balance: Cents, { country }: Settings) => ({
  accountName: account.accountName,
  bankAccount: formatBankAccount(account, country),
  balance,
});

/** Our bank accounts by the books. With one account all of it is there, and nothing is to be moved. */
export async function viewBankAccounts(db: Db, settings: Settings, now: Moment): Promise<BankAccountsView> {
  const { bankAccount, operatingAccount } = settings.config;
  const { trust, ours, operating, lentUnderWay } = await readOursInTrust(db);
  return {
    today: dayIn(settings.country.defaultTimeZone, now),
    trust: bankAccount && accountView(bankAccount.account, trust + ours, settings),
    operating: operatingAccount && accountView(operatingAccount, operating, settings),
    ours,
    lentUnderWay,
    toMove: operatingAccount && toMove({ ours, lentUnderWay }),
    movements: await select(db, sql`true`),
  };
}
