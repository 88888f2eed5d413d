import type pg from 'pg';
import type { ConstructorOptions } from 'pg-boss';

type BossDatabase = NonNullable<ConstructorOptions['db']>;

/**
 * Lets the queue use our pool, on both engines. The queue sends blocks of several statements that open a transaction.
 * If one fails midway, it must be rolled back before the connection is reused; the embedded engine has only one
 * connection.
 */
export function bossDatabase(pool: pg.Pool): BossDatabase {
  return {
    executeSql: async (text, values) => {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        const result: pg.QueryResult | pg.QueryResult[] = await client.query(text, values?.length ? values : undefined);
        return { rows: [result].flat().flatMap(({ rows }) => rows ?? []) };
      } catch (error) {
        await client.query('rollback').catch((reason: Error) => {
          // The pool closes this connection. The error below is the one that counts.
          broken = reason;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
  };
}
