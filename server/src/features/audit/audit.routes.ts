import { auditEndpoints } from '@kerb/domain/audit/audit.contract.ts';
import { columns, entryView, listEntries, type Row } from '@kerb/server/features/audit/list-entries.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { openValues } from '@kerb/server/platform/privacy/log-values.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { sql } from 'kysely';

export function auditRoutes(app: App, { db, secrets, reader }: Deps): void {
  mount(app, auditEndpoints.list, ({ query }) => reader.read((place) => listEntries({ ...place, secrets }, query)));

  mount(app, auditEndpoints.get, async ({ params }) => {
    const { rows } = await sql<Row>`select ${columns} from log_entries e where e.id = ${params.id}`.execute(db);
    const [entry] = await openValues(db, secrets, rows);
    if (!entry) throw notFound('entry');
    return entryView(entry);
  });
}
