import { realNow } from '@kerb/server/platform/clock.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

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

/** After a complete log in: from now on this browser has its own count of wrong passwords for this person. */
export async function rememberDevice(
  tx: Tx,
  config: Config,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  userId: number,
): Promise<void> {
  const cookie = request.cookies[nameOf(config)] ?? randomToken();
  const now = realNow();
  await tx
    .insertInto('knownDevices')
    .values({ userId, hash: sha256(cookie), createdDate: now, lastUsedDate: now })
    .onConflict((conflict) => conflict.columns(['userId', 'hash']).doUpdateSet({ lastUsedDate: now }))
    .execute();
  reply.setCookie(nameOf(config), cookie, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: deviceDays * 24 * 60 * 60,
  });
}

/** A new password ends what the person's browsers were trusted with. */
export async function forgetDevices(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('knownDevices').where('userId', '=', userId).execute();
}
