import { randomBytes } from 'node:crypto';
import { runRole } from '@kerb/server/platform/database/run-role.ts';
import { onPostgres, runOnServer } from './test-database.ts';

type Env = Record<string, string>;

const made: { cluster: string; name: string }[] = [];

/** A new login of the cluster, and the address with which it connects to the database of `url`. */
export async function aLogin(url: string, options = ''): Promise<{ name: string; url: string }> {
  const name = `kerb_login_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await runOnServer(url, `create role ${name} login password '${password}' ${options}`);
  made.push({ cluster: process.env.TEST_DATABASE_URL ?? url, name });
  const address = new URL(url);
  Object.assign(address, { username: name, password });
  return { name, url: address.href };
}

/** Drops the logins. Nothing may belong to them any more. */
export async function dropLogins(): Promise<void> {
  for (const { cluster, name } of made.splice(0)) await runOnServer(cluster, `drop role ${name}`);
}

/** The environment with two roles, as production needs it on PostgreSQL: one owns the tables, and one runs. */
export async function withTwoRoles(env: Env): Promise<Env> {
  if (!onPostgres) return env;
  const ownerUrl = env.DATABASE_URL ?? '';
  const { url } = await aLogin(ownerUrl, `in role ${runRole}`);
  return { ...env, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
}
