import type { AccountingSystem } from '@kerb/domain/books/journal-files.ts';
import type { BookPeriod } from '@kerb/domain/books/periods.ts';
import type { Day, Moment } from '@kerb/domain/kernel/dates.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

type Db = Database | Tx;

type Exported = { system: AccountingSystem; fileName: string; date: Moment; user: number; userName: string };

export type PeriodRow = BookPeriod & {
  exports: Exported[];
  entries: number;
  closedDate: Moment;
  closedByName: string;
  reopenedDate: Moment | null;
  reopenedByUserId: number | null;
  reopenedByName: string | null;
  reopenReason: string | null;
};

/** Every period that was ever closed, the newest first. */
export async function periodsOf(db: Db): Promise<PeriodRow[]> {
  const { rows } = await sql<PeriodRow>`
    select p.id, p.first_day, p.last_day, p.entries, p.closed_date, p.closed_by_user_id,
      c.first_name || ' ' || c.surname as closed_by_name, p.reopened_date, p.reopened_by_user_id,
      r.first_name || ' ' || r.surname as reopened_by_name, p.reopen_reason,
      coalesce(x.exports, '[]') as exports, x.exports is not null as is_exported
    from book_periods p join users c on c.id = p.closed_by_user_id left join users r on r.id = p.reopened_by_user_id
    cross join lateral (
      select json_agg(json_build_object('system', e.system, 'fileName', e.file_name,
        'date', to_char(e.made_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'user', e.made_by_user_id,
        'userName', u.first_name || ' ' || u.surname) order by e.system) as exports
      from book_exports e join users u on u.id = e.made_by_user_id where e.period_id = p.id) x
    order by p.id desc`.execute(db);
  return rows;
}

export const isClosed = ({ reopenedDate }: PeriodRow): boolean => reopenedDate === null;

/** How many loans still have days until this one whose interest is not posted. */
export async function loansBehind(db: Db, day: Day): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from loan_accounts where is_open and accrued_until <= ${day}::date`.execute(db);
  return rows[0]?.count ?? 0;
}
