import { sessionOptions } from '@kerb/server/platform/database/session.ts';
import pg from 'pg';
import { describe, expect, it } from 'vitest';

const settings = { timezone: 'UTC', jit: 'off', lock_timeout: '3000' } as const;

/** A client that connects nowhere, and what it was asked to send. */
function recorded() {
  const sent: unknown[][] = [];
  class Recorded extends pg.Client {
    override query = (async (...args: unknown[]) => {
      sent.push(args);
      return String(args[0]).includes(';') ? [{ command: 'BEGIN' }, { command: 'SET' }] : { command: 'ONE' };
    }) as unknown as pg.Client['query'];
  }
  const { Client = pg.Client } = sessionOptions(settings, { isPooled: true, Client: Recorded });
  return { client: new Client({ user: 'kerb_app', database: 'kerb' }), sent };
}

describe('the settings of a session', () => {
  it('are sent when it connects', () => {
    const options = sessionOptions(settings, { isPooled: false });
    expect(options).toEqual({ options: '-c timezone=UTC -c jit=off -c lock_timeout=3000' });
  });

  it('are sent with each begin behind a pooler, and never outlive the transaction', async () => {
    const { client, sent } = recorded();
    const local = `; set local jit = 'off'; set local lock_timeout = '3000'`;
    for (const begin of ['begin', 'start transaction isolation level serializable', 'BEGIN transaction read only']) {
      expect(await client.query(begin, [])).toEqual({ command: 'BEGIN' });
      expect(sent.pop()).toEqual([`${begin}${local}`, []]);
    }
    for (const other of ['select 1', 'commit', 'beginning', 'begin; set local role none; commit']) {
      await client.query(other, ['value']);
      expect(sent.pop()).toEqual([other, ['value']]);
    }
  });

  it('behind a pooler are only the time zone when it connects, because PgBouncer knows no other', () => {
    const { client } = recorded();
    const { getStartupConf } = client as unknown as { getStartupConf: () => object };
    expect(getStartupConf.call(client)).toEqual({ user: 'kerb_app', database: 'kerb', TimeZone: 'UTC' });
  });
});
