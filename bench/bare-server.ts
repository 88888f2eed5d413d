import { createServer } from 'node:http';
import { openPostgres } from '@kerb/server/platform/database/database.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import type { Statement } from './record-statements.ts';

/**
 * A minimal server for one list: no framework, no sign-in, no rules. It runs the same named statements on the same
 * connections and sends PostgreSQL's text on. The difference to the product is the cost of the product's own code.
 */
export function startBareServer(connectionString: string, statements: Statement[], port: number): void {
  const { pool } = openPostgres(connectionString, 10, silentLog);
  const server = createServer(async (_request, response) => {
    const parts: string[] = [];
    for (const [place, { text, values }] of statements.entries()) {
      const { rows } = await pool.query({ name: `bare-${place}`, text, values, rowMode: 'array' });
      for (const row of rows) parts.push(row.join());
    }
    const body = Buffer.from(parts.join());
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });
  server.listen(port, '127.0.0.1', () => process.send?.('ready'));
}

if (import.meta.main) {
  const { BARE_DATABASE_URL = '', BARE_STATEMENTS = '[]', PORT } = process.env;
  startBareServer(BARE_DATABASE_URL, JSON.parse(BARE_STATEMENTS) as Statement[], Number(PORT));
}
