import { auditEndpoints, type LogEntry } from '@kerb/domain/audit/audit.contract.ts';
import { containing, pageClause } from '@kerb/server/platform/database/lists.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { notFound } from '@kerb/server/platform/http/problem.ts';
import { type RawBuilder, sql } from 'kysely';

type Row = {
  id: number;
  date: string;
  userId: number | null;
  userName: string;
  activityCode: LogEntry['activityCode'];
  description: string;
  logData: string;
  targetAgreementId: number | null;
};

const mostPerPage = 100;
const columns = sql`e.id, e.date, e.user_id, e.user_name, e.activity_code, e.description, e.log_data::text as log_data,
  e.target_agreement_id`;

const entryView = ({ userId, targetAgreementId, ...row }: Row): LogEntry => ({
  ...row,
  href: `/v1/log-entries/${row.id}`,
  user: userId,
  targetAgreement: targetAgreementId,
});

export function auditRoutes(app: App, { db }: Deps): void {
  mount(app, auditEndpoints.list, async ({ query }) => {
    const conditions: RawBuilder<unknown>[] = [sql`true`];
    if (query.targetAgreementId !== undefined) conditions.push(sql`e.target_agreement_id = ${query.targetAgreementId}`);
    if (query.activityCode) conditions.push(sql`e.activity_code = ${query.activityCode}`);
    if (query.textQuery) {
      const like = containing(query.textQuery);
      conditions.push(
        sql`(e.user_name ilike ${like} or e.description ilike ${like} or e.log_data::text ilike ${like})`,
      );
    }
    const condition = sql.join(conditions, sql` and `);
    const { rows } = await sql<Row>`
      select ${columns} from log_entries e where ${condition} order by e.id ${query.sortDesc ? sql`desc` : sql`asc`}
      ${pageClause(query, mostPerPage)}`.execute(db);
    const { rows: counted } = await sql<{ count: number }>`
      select count(*) as count from log_entries e where ${condition}`.execute(db);
    return { items: rows.map(entryView), totalItems: counted[0]?.count ?? 0 };
  });

  mount(app, auditEndpoints.get, async ({ params }) => {
    const { rows } = await sql<Row>`select ${columns} from log_entries e where e.id = ${params.id}`.execute(db);
    if (!rows[0]) throw notFound('entry');
    return entryView(rows[0]);
  });
}
