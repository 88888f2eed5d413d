import { must } from '@kerb/domain/kernel/must.ts';
import { type Newness, wideNetworkOf } from '@kerb/domain/session/new-sign-ins.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';

/** The longest time for which browsers keep a cookie. */
const deviceDays = 400;

function nameOf({ publicUrl, country }: Config): string {
  const name = `kerb-${country.code.toLowerCase()}-device`;
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/** The id of this browser, if the person has logged in with it before. It gives no access by itself. */
export async function knownDevice(
  db: Database,
  config: Config,
  request: FastifyRequest,
  userId: number | null,
): Promise<number | null> {
  const cookie = request.cookies[nameOf(config)];
  // Asked for unknown accounts too, so that they take equally long.
  const found = await db
    .selectFrom('knownDevices')
    .select('id')
    .where('userId', '=', userId ?? 0)
    .where('hash', '=', sha256(cookie ?? ''))
    .executeTakeFirst();
  return found?.id ?? null;
}

/** What a log in has that none of the person's earlier ones had. `hasEarlier`: there is another browser of theirs. */
export type Remembered = Newness & { hasEarlier: boolean };

/**
 * After a complete log in: from now on this browser has its own count of wrong passwords for this person, and neither
 * it nor its network is new.
 */
export async function rememberDevice(
  tx: Tx,
  config: Config,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  userId: number,
): Promise<Remembered> {
  const cookie = request.cookies[nameOf(config)] ?? randomToken();
  const now = realNow();
  const { rows } = await sql<Remembered>`
    with device as (
      insert into known_devices (user_id, hash, created_date, last_used_date)
      values (${userId}, ${sha256(cookie)}, ${now}, ${now})
      on conflict (user_id, hash) do update set last_used_date = ${now} returning xmax = 0 as is_new),
    network as (
      insert into known_networks (user_id, network, last_used_date)
      values (${userId}, ${wideNetworkOf(request.ip)}, ${now})
      on conflict (user_id, network) do update set last_used_date = ${now} returning xmax = 0 as is_new)
    select device.is_new as is_new_browser, network.is_new as is_new_network,
      exists (select from known_devices where user_id = ${userId}) as has_earlier from device, network`.execute(tx);
  reply.setCookie(nameOf(config), cookie, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: deviceDays * 24 * 60 * 60,
  });
  return must(rows[0], 'remembered device');
}

/** A new password ends what the person's browsers were trusted with. */
export async function forgetDevices(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('knownDevices').where('userId', '=', userId).execute();
  await tx.deleteFrom('knownNetworks').where('userId', '=', userId).execute();
}
