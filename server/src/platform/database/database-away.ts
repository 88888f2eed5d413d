import { NoAnswer } from '@kerb/server/platform/database/watched-client.ts';

/**
 * The database is unreachable, has become a standby, or ended a deadlock. Nothing was done, and the client may retry.
 * PgBouncer says 08P01 if it does not reach PostgreSQL.
 */
// biome-ignore format: a table
const awayCodes = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN',
  '57P01', '57P02', '57P03', '08000', '08001', '08003', '08004', '08006', '08P01', '53300', '25006', '40001',
  '40P01',
]);
/** The driver's messages for a lost connection. It gives these errors no code. */
const connectionLost = /Connection terminated|timeout exceeded when trying to connect|is not queryable/;

export const isDatabaseAway = (error: { code: string; message: string }) =>
  awayCodes.has(error.code) || error instanceof NoAnswer || connectionLost.test(error.message);
