import pg from 'pg';

/**
 * Settings of a session by PostgreSQL's names. Without them times are read in the wrong zone, and statements wait for
 * locks without a limit.
 */
export type SessionSettings = { timezone: 'UTC' } & Record<string, string>;

/** Private part of the driver: the parameters that it sends when it connects. */
type Startup = { getStartupConf: () => Record<string, string> };
type Query = (text: unknown, ...rest: unknown[]) => Promise<pg.QueryResult | pg.QueryResult[]>;

/** The first statement of a transaction, alone. */
const opensTransaction = /^\s*(begin|start transaction)\b[^;]*$/i;

/**
 * The class of connections that go through a pooler such as PgBouncer, where each transaction may run in another
 * session of PostgreSQL. A pooler keeps the time zone of each client. The other settings are set for each transaction,
 * in the same round trip that opens it, so none stays behind for another client.
 */
function pooledBy(Base: typeof pg.Client, { timezone, ...others }: SessionSettings): typeof pg.Client {
  const local = Object.entries(others).map(([name, value]) => `; set local ${name} = '${value}'`);
  const startup = Base.prototype as unknown as Startup;
  return class PooledClient extends Base {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      // Not `super.query`: a class below may have replaced it for each client.
      const run = this.query.bind(this) as unknown as Query;
      const query: Query = async (text, ...rest) => {
        const [begun] = [await run(`${text}${local.join('')}`, ...rest)].flat();
        return begun as pg.QueryResult;
      };
      this.query = ((text: unknown, ...rest: unknown[]) =>
        typeof text === 'string' && opensTransaction.test(text)
          ? query(text, ...rest)
          : run(text, ...rest)) as unknown as pg.Client['query'];
    }

    getStartupConf(): Record<string, string> {
      return { ...startup.getStartupConf.call(this), TimeZone: timezone };
    }
  };
}

/** How a pool gives its sessions their settings. */
export function sessionOptions(
  settings: SessionSettings,
  { isPooled, Client }: { isPooled: boolean; Client?: typeof pg.Client },
): Pick<pg.PoolConfig, 'options' | 'Client'> {
  if (isPooled) return { Client: pooledBy(Client ?? pg.Client, settings) };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return { options: options.join(' '), ...(Client && { Client }) };
}
