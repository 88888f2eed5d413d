/** The tests of faults, by the name that `npm run faults` takes. They need a database that is a process of its own. */
// biome-ignore format: a table
export const faultTests: Record<string, string> = {
  database:          'server/test/database-faults.test.ts',
  restart:           'server/test/database-restart.test.ts',
  'full-disk':       'server/test/full-disk.test.ts',
  messages:          'server/test/message-faults.test.ts',
  pgbouncer:         'server/test/pgbouncer.test.ts',
  clock:             'server/test/clock-jumps.test.ts',
  failover:          'server/test/failover.test.ts',
  recovery:          'server/test/recovery.test.ts',
  replica:           'server/test/read-replica.test.ts',
  'replica-server':  'server/test/replica-server.test.ts',
  'rolling-restart': 'server/test/rolling-restart.test.ts',
  live:              'server/test/live-servers.test.ts',
  upgrade:           'server/test/online-upgrade.test.ts',
  release:           'server/test/release-upgrade.test.ts',
};
