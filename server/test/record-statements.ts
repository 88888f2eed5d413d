import pg from 'pg';

/** A statement as the server sent it. It can be run again, explained and timed. */
export type Statement = { text: string; values: unknown[]; name?: string };

type Sent = string | { text: string; values?: unknown[]; name?: string };

function statementOf(sent: Sent, values: unknown): Statement {
  if (typeof sent === 'string') return { text: sent, values: Array.isArray(values) ? values : [] };
  const { text, name } = sent;
  return { text, values: sent.values ?? (Array.isArray(values) ? values : []), ...(name !== undefined && { name }) };
}

/** Sent after an earlier request has been answered, at some later moment. */
const inBackground = 'pg_notify(';

/**
 * The statements that the product, running in this process, sends to the database during `act`. Each is one round trip:
 * the driver sends the next statement of a connection when the answer to the one before is complete.
 */
export async function everyStatement(act: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...sent: unknown[]) {
    const statement = statementOf(sent[0] as Sent, sent[1]);
    if (!statement.text.includes(inBackground)) statements.push(statement);
    return Reflect.apply(query, this, sent);
  } as typeof query;
  try {
    await act();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}
