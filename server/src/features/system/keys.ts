import type { SystemStatus } from '@kerb/domain/system/system.contract.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { firstToExpire } from '@kerb/server/platform/config/certificates-in.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';

type Key = SystemStatus['keys'][number];

const secretKey = 'SECRET_KEY';
const personalKeys = 'PERSONAL_DATA_KEYS';
const mark = (text: string | Buffer) => sha256(text).toString('base64url').slice(0, 16);

/** A mark for each configured key: the newest first. */
function marksOf({ secrets, config }: Pick<Deps, 'secrets' | 'config'>): { name: string; mark: string }[] {
  return [
    ...secrets.deriveEach('deployment', 'key age').map((text) => ({ name: secretKey, mark: mark(text) })),
    // The id of a key is not secret.
    ...config.personalDataKeys.map(({ id }) => ({ name: personalKeys, mark: mark(id) })),
  ];
}

/** Called at each start: stores the day on which this deployment first had each of its keys. */
export async function noteKeys(deps: Pick<Deps, 'db' | 'secrets' | 'config'>): Promise<void> {
  const firstSeenDate = realNow();
  await deps.db
    .insertInto('knownKeys')
    .values(marksOf(deps).map((key) => ({ ...key, firstSeenDate })))
    .onConflict((conflict) => conflict.columns(['name', 'mark']).doNothing())
    .execute();
}

function certificateOf({ config: { documentCertificate } }: Deps): Key {
  const name = 'Signing certificate';
  if (!documentCertificate) return { name, since: null, until: null, meaning: 'Self-signed by this deployment.' };
  const first = firstToExpire(documentCertificate.certificate);
  const [since, until] = [first?.validFromDate.toISOString() ?? null, first?.validToDate.toISOString() ?? null];
  return { name, since, until, meaning: 'DOCUMENT_CERTIFICATE. The first that expires, of its chain.' };
}

async function tokenKeyOf({ db }: Deps): Promise<Key> {
  const row = await db
    .selectFrom('signingKeys')
    .select('createdDate')
    .where('retiredDate', 'is', null)
    .orderBy('createdDate', 'desc')
    .executeTakeFirst();
  return { name: 'Key of tokens', since: row?.createdDate ?? null, until: null, meaning: 'Replaced by itself.' };
}

/** The age of each key, as far as Kerb knows it: since this deployment first had it. */
export async function keysOf(deps: Deps): Promise<Key[]> {
  const seen = await deps.db.selectFrom('knownKeys').selectAll().execute();
  const ages = marksOf(deps).map(({ name, mark: ours }, place, all): Key => {
    const since = seen.find((key) => key.name === name && key.mark === ours)?.firstSeenDate ?? null;
    const isNewest = all.findIndex((key) => key.name === name) === place;
    return { name, since, until: null, meaning: isNewest ? 'Encrypts and decrypts.' : 'Only decrypts.' };
  });
  return [...ages, await tokenKeyOf(deps), certificateOf(deps)];
}
