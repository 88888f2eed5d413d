import { must } from '@kerb/domain/kernel/must.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Mode } from '@kerb/server/platform/config/variables.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import { ConfigError } from '@kerb/server/platform/config.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { isSame, type Secrets } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';

type Row = { mode: Mode; country: string; keyCheck: Buffer };

/** What the database says about the deployment that it belongs to. */
export type Belonging = { row: Row | null; hasDemoData: boolean; hasUsers: boolean };

/** A start that wants to use the database. */
export type Claim = Row & { isSandboxExplicit: boolean; earlierKeyChecks: Buffer[] };

const ofSandbox =
  'This database belongs to a sandbox, whose demo people have a published password. Production does not start on it: ' +
  'use another database.';
const ofProduction =
  'This database belongs to a production deployment. A sandbox does not start on it: check DATABASE_URL, or set ' +
  'NODE_ENV=production.';
const ofSomebody =
  'This database has users and does not say whether it is a sandbox. Set SANDBOX=on only if none of them is real; ' +
  'otherwise set NODE_ENV=production.';
const ofAnotherKey =
  'SECRET_KEY is not the key that this database was started with: its links, codes and files cannot be read. ' +
  'Set the former key.';

/** Databases of releases before the row existed have none. */
function refusalWithoutRow(claim: Claim, { hasDemoData, hasUsers }: Belonging): string | null {
  if (claim.mode === 'production') return hasDemoData ? ofSandbox : null;
  return hasUsers && !hasDemoData && !claim.isSandboxExplicit ? ofSomebody : null;
}

/** Why this start must not use the database, as one sentence for the administrator; null if it may. */
export function refusalOf(claim: Claim, found: Belonging): string | null {
  const { row } = found;
  if (row === null) return refusalWithoutRow(claim, found);
  if (row.mode !== claim.mode) return row.mode === 'sandbox' ? ofSandbox : ofProduction;
  if (row.country !== claim.country) {
    return `This database belongs to a deployment for ${row.country}: set COUNTRY=${row.country}, or use another database.`;
  }
  const checks = [claim.keyCheck, ...claim.earlierKeyChecks];
  return checks.some((check) => isSame(row.keyCheck, check)) ? null : ofAnotherKey;
}

/** An HMAC of a fixed text with each key, the newest first. */
const keyChecksOf = (secrets: Secrets): Buffer[] =>
  secrets.deriveEach('deployment', 'key check').map((check) => Buffer.from(check, 'base64url'));

export function claimOf({ sandbox, isSandboxExplicit, country }: Config, secrets: Secrets): Claim {
  const [newest, ...earlierKeyChecks] = keyChecksOf(secrets);
  return {
    mode: sandbox ? 'sandbox' : 'production',
    country: country.code,
    keyCheck: must(newest, 'check of the newest key'),
    earlierKeyChecks,
    isSandboxExplicit,
  };
}

/** After everything is encrypted with the newest key, the database belongs to that key. */
export async function renewKeyCheck(db: Database, secrets: Secrets): Promise<void> {
  const [keyCheck] = keyChecksOf(secrets);
  await db
    .updateTable('deployment')
    .set({ keyCheck: must(keyCheck, 'check of the newest key') })
    .execute();
}

/** Reads which deployment the database belongs to. Changes nothing. */
export async function belongingOf(db: Database): Promise<Belonging> {
  const row = await db.selectFrom('deployment').select(['mode', 'country', 'keyCheck']).executeTakeFirst();
  const demo = await db.selectFrom('sandboxState').select('key').where('key', '=', 'demo').executeTakeFirst();
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return { row: row ?? null, hasDemoData: demo !== undefined, hasUsers: user !== undefined };
}

/**
 * Stops a start that does not belong to the database before it upgrades it. A database without the table is empty or
 * of an older release: it is compared after the upgrade.
 */
export async function refuseForeign(db: Database, claim: Claim): Promise<void> {
  const { rows } = await sql<{ table: string | null }>`select to_regclass('deployment')::text as table`.execute(db);
  const refusal = rows[0]?.table ? refusalOf(claim, await belongingOf(db)) : null;
  if (refusal !== null) throw new ConfigError(refusal);
}

/** Writes the deployment into a database that has none, and stops a start that does not belong to the database. */
export async function claimDeployment(db: Database, claim: Claim): Promise<void> {
  const refusedBy = async () => refusalOf(claim, await belongingOf(db));
  const refusal = await refusedBy();
  if (refusal !== null) throw new ConfigError(refusal);
  const { isSandboxExplicit: _, earlierKeyChecks: __, ...row } = claim;
  await db
    .insertInto('deployment')
    .values({ ...row, firstStartDate: realNow() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  // Another server may have written its own row in between.
  const refusalAfter = await refusedBy();
  if (refusalAfter !== null) throw new ConfigError(refusalAfter);
}
