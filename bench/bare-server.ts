import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import { openPostgres } from '@kerb/server/platform/database/database.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import type pg from 'pg';
import type { Statement } from '../server/test/record-statements.ts';

const nameOf = (text: string): string => hash('sha256', text, 'base64url');

/** The statements of a transaction run on one connection. */
async function run(pool: pg.Pool, statements: readonly Statement[]): Promise<string[]> {
  const parts: string[] = [];
  const client = await pool.connect();
  try {
    for (const { text, values } of statements) {
      const { rows } = await client.query({ name: nameOf(text), text, values, rowMode: 'array' });
      for (const row of rows) parts.push(row.join());
    }
  } finally {
    client.release();
  }
  return parts;
}

/**
 * A minimal server: no framework, no sign-in, no rules. It answers each request by running the recorded statements of
 * one request of the product, as named statements, and sends the text of PostgreSQL on. The difference to the product
 * is the cost of its own code.
 */
export function startBareServer(connectionString: string, requests: Statement[][], port: number): void {
  const { pool } = openPostgres(connectionString, 10, silentLog);
  let turn = 0;
  const server = createServer(async (_request, response) => {
    turn += 1;
    const body = Buffer.from((await run(pool, requests[turn % requests.length] ?? [])).join());
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });
  server.listen(port, '127.0.0.1', () => process.send?.('ready'));
}

if (import.meta.main) {
  const { BARE_DATABASE_URL = '', PORT } = process.env;
  process.once('message', (requests: Statement[][]) => startBareServer(BARE_DATABASE_URL, requests, Number(PORT)));
}
