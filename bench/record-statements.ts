import pg from 'pg';

/** A statement as the server sent it. It can be run again, explained and timed. */
export type Statement = { text: string; values: unknown[]; name?: string };

type Sent = string | { text: string; values?: unknown[]; name?: string };

/** Authentication runs before every request and is not part of what is measured. */
const isAuthentication = ({ text }: Statement): boolean => /token_families/.test(text);
// biome-ignore format: a table
const isChosen = {
  campaigns:  (statement: Statement) => /agreement/.test(statement.text) && !isAuthentication(statement),
  everything: (statement: Statement) => !isAuthentication(statement),
} as const;

function statementOf(sent: Sent, values: unknown): Statement {
  if (typeof sent === 'string') return { text: sent, values: Array.isArray(values) ? values : [] };
  const { text, name } = sent;
  return { text, values: sent.values ?? (Array.isArray(values) ? values : []), ...(name !== undefined && { name }) };
}

/** The statements that the product, running in this process, sends to PostgreSQL during `act`. */
export async function recordStatements(
  act: () => Promise<unknown>,
  about: keyof typeof isChosen = 'campaigns',
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...sent: unknown[]) {
    statements.push(statementOf(sent[0] as Sent, sent[1]));
    return Reflect.apply(query, this, sent);
  } as typeof query;
  try {
    await act();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements.filter(isChosen[about]);
}
