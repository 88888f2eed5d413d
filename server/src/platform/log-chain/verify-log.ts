import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import {
  entryBytes,
  type Head,
  idAt,
  isPacked,
  microsAt,
  noHead,
  packedInOrder,
  partHash,
  type SealedEntry,
  sealHash,
  unpackEntries,
} from '@kerb/server/platform/log-chain/chain-format.ts';
import { type IdSet, idSet } from '@kerb/server/platform/log-chain/id-set.ts';
import {
  entriesNow,
  headOf,
  idsUpTo,
  namedSeals,
  oldestWaiting,
  type PackedNow,
  type PartRow,
  packedNow,
  type Sealed,
  sealsAfter,
} from '@kerb/server/platform/log-chain/read-chain.ts';

export type FindingKind =
  | 'entry-changed'
  | 'entry-deleted'
  | 'entry-added'
  | 'entry-dated-early'
  | 'entry-waits'
  | 'chain-broken'
  | 'head-differs';
export type Finding = { kind: FindingKind; text: string };

export type LogCheck = {
  startedDate: string;
  endedDate: string;
  sealCount: number;
  entryCount: number;
  /** Entries that were deleted after seven years, as the rule says. Their hashes stay in the chain. */
  forgottenCount: number;
  head: Head | null;
  findingCount: number;
  /** Findings that show a change of the log. The others are only to be looked at. */
  brokenCount: number;
  /** The first findings. */
  findings: Finding[];
};

/** A clock may have been wrong, and a server that is stopped seals nothing. */
export const isChange = (kind: FindingKind): boolean => kind !== 'entry-dated-early' && kind !== 'entry-waits';

/** A head that somebody has on paper or in a message. */
export type KnownHead = Head & { from: string };

const mostFindings = 100;
const keptYears = 7;
const hourMicros = 3_600_000_000;
/** An entry is sealed within seconds. After this time something is wrong. */
export const longestWaitMinutes = 15;

/** When an entry must be older than this, it may have been deleted. A day of tolerance for leap years. */
const oldestKept = (now: number): number => (now - keptYears * 365.25 * 24 * 3_600_000 + 24 * 3_600_000) * 1_000;
const timeOf = (micros: number): string => new Date(micros / 1_000).toISOString();

type Walk = {
  db: Database;
  sealed: IdSet;
  /** The last link of each organisation. */
  tenants: Map<number, Head>;
  newestMicros: number;
  oldMicros: number;
  report: LogCheck;
  find: (kind: FindingKind, text: string) => void;
};

function checkPart({ tenants, find }: Walk, part: PartRow): void {
  const { tenantId, number, hash, sealNumber } = part;
  const before = tenants.get(tenantId) ?? noHead;
  const name = `Link ${number} of organisation ${tenantId}, in seal ${sealNumber},`;
  if (number !== before.number + 1) find('chain-broken', `${name} does not follow link ${before.number}.`);
  else if (!partHash(before, part).equals(hash)) find('chain-broken', `${name} has another hash than its content.`);
  tenants.set(tenantId, { number, hash });
}

function checkSeal({ find }: Walk, before: Head, { seal, parts }: Sealed): void {
  const { number, hash } = seal;
  if (number !== before.number + 1) {
    find('chain-broken', `Seal ${number} does not follow seal ${before.number}: seals are missing.`);
    return;
  }
  if (!sealHash(before, { ...seal, parts }).equals(hash)) {
    find('chain-broken', `Seal ${number} has another hash than its content.`);
  }
}

/** The entries of seals, compared with the log one by one: something in them has changed. */
async function checkEach(walk: Walk, entries: readonly SealedEntry[]): Promise<void> {
  const { db, find, report } = walk;
  const now = await entriesNow(
    db,
    entries.map(({ id }) => id),
  );
  for (const { id, micros, hash } of entries) {
    countEntry(walk, id);
    const entry = now.get(id);
    if (!entry && micros < walk.oldMicros) report.forgottenCount += 1;
    else if (!entry) find('entry-deleted', `Entry ${id} was deleted. It was written ${timeOf(micros)}.`);
    else if (!entry.hash.equals(hash) || entry.micros !== micros) {
      find('entry-changed', `Entry ${id} was changed after it was sealed. It was written ${timeOf(micros)}.`);
    }
    if (entry?.isDated) checkDate(walk, id, micros);
  }
}

function countEntry({ report, sealed, find }: Walk, id: number): void {
  report.entryCount += 1;
  if (!sealed.add(id)) find('chain-broken', `Entry ${id} is in two seals.`);
}

/** Usually all entries are the same bytes as in their seals, and nothing is looked at one by one. */
async function checkEntries(walk: Walk, { entries, now }: Pick<Lot, 'entries' | 'now'>): Promise<void> {
  const isSame = now.bytes.equals(entries);
  if (!isSame || !(now.areDated || now.areUndated)) return checkEach(walk, unpackEntries(entries));
  for (let place = 0; place < entries.length / entryBytes; place += 1) {
    const id = idAt(entries, place);
    countEntry(walk, id);
    if (now.areDated) checkDate(walk, id, microsAt(entries, place));
  }
}

/** The database's clock does not go back by an hour: an entry with an earlier date was given it. */
function checkDate(walk: Walk, id: number, micros: number): void {
  if (micros < walk.newestMicros - hourMicros) {
    const [own, before] = [timeOf(micros), timeOf(walk.newestMicros)];
    walk.find('entry-dated-early', `Entry ${id} is dated ${own}, but an entry before it is dated ${before}.`);
  }
  walk.newestMicros = Math.max(walk.newestMicros, micros);
}

/** Seals with their entries in the order of ids, and the same entries as the log has them now. */
type Lot = { seals: readonly Sealed[]; entries: Buffer; now: PackedNow };

/** Two connections compute the hashes of a lot, which takes most of the time. */
async function readLot(db: Database, after: number, last: number): Promise<Lot> {
  const seals = await sealsAfter(db, after, last);
  const lists = seals.flatMap(({ parts }) => parts.map((part) => part.entries)).filter(isPacked);
  const entries = packedInOrder(lists);
  const ids = Array.from({ length: entries.length / entryBytes }, (_, place) => idAt(entries, place));
  const half = Math.ceil(ids.length / 2);
  const [first, second] = await Promise.all([packedNow(db, ids.slice(0, half)), packedNow(db, ids.slice(half))]);
  const now = {
    bytes: Buffer.concat([first.bytes, second.bytes]),
    areDated: first.areDated && second.areDated,
    areUndated: first.areUndated && second.areUndated,
  };
  return { seals, entries, now };
}

/** All lots up to a seal. The next one is read while the caller checks this one. */
async function* lotsUpTo(db: Database, last: number): AsyncGenerator<Lot> {
  let next: Promise<Lot> | null = last > 0 ? readLot(db, 0, last) : null;
  while (next !== null) {
    const lot: Lot = await next;
    const after = lot.seals.at(-1)?.seal.number ?? last;
    next = after < last ? readLot(db, after, last) : null;
    // If the caller fails meanwhile, nobody waits for it any more.
    next?.catch(() => undefined);
    yield lot;
  }
}

async function checkLot(walk: Walk, before: Head, { seals, ...lot }: Lot): Promise<void> {
  let last = before;
  for (const sealed of seals) {
    checkSeal(walk, last, sealed);
    for (const part of sealed.parts) {
      checkPart(walk, part);
      if (!isPacked(part.entries)) {
        walk.find('chain-broken', `Seal ${part.sealNumber} has entries that cannot be read.`);
      }
    }
    last = sealed.seal;
  }
  await checkEntries(walk, lot);
  walk.report.sealCount += seals.length;
}

/** Heads outside of the chain: on signed agreements, of the last verification, and those that the caller knows. */
function checkHeads({ find }: Walk, lot: readonly Sealed[], known: readonly KnownHead[]): void {
  const hashes = new Map(lot.map(({ seal }) => [seal.number, seal.hash]));
  for (const { number, hash, from } of known) {
    const ours = hashes.get(number);
    if (ours && !ours.equals(hash)) find('head-differs', `Seal ${number} has another hash than ${from} says.`);
  }
}

async function headsOnPaper(db: Database, lot: readonly Sealed[]): Promise<KnownHead[]> {
  const [first, last] = [lot[0]?.seal.number ?? 0, lot.at(-1)?.seal.number ?? 0];
  const named = await namedSeals(db, first, last);
  return named.map(({ documentId, sealNumber: number, sealHash: hash }) => ({
    ...{ number, hash },
    from: `signed document ${documentId}`,
  }));
}

/** Entries that no seal has. Those of a transaction that was committed a moment ago get theirs soon. */
async function checkUnsealed(walk: Walk, head: Head & { newestId: number }): Promise<void> {
  const { db, sealed, find } = walk;
  const unsealed: number[] = [];
  for await (const ids of idsUpTo(db, head.newestId)) {
    for (const id of ids) if (!sealed.has(id) && unsealed.length <= mostFindings) unsealed.push(id);
  }
  const now = await entriesNow(db, unsealed);
  const later = idSet();
  for (const { parts } of unsealed.length > 0 ? await sealsAfter(db, head.number, Number.MAX_SAFE_INTEGER) : []) {
    for (const { entries } of parts.filter((part) => isPacked(part.entries))) {
      for (const { id } of unpackEntries(entries)) later.add(id);
    }
  }
  const young = (Date.now() - longestWaitMinutes * 60_000) * 1_000;
  for (const id of unsealed) {
    const micros = now.get(id)?.micros;
    if (micros === undefined || later.has(id) || micros > young) continue;
    find('entry-added', `Entry ${id} has no seal: it was added later. It says that it was written ${timeOf(micros)}.`);
  }
}

async function checkWaiting({ db, find }: Walk): Promise<void> {
  const waiting = await oldestWaiting(db);
  if (!waiting || waiting.micros > (Date.now() - longestWaitMinutes * 60_000) * 1_000) return;
  find('entry-waits', `Entry ${waiting.id} waits for its seal since ${timeOf(waiting.micros)}.`);
}

/**
 * Verifies the whole chain and every entry, in lots: its memory does not grow with the log, except by one bit for each
 * entry. Writers and the sealing go on meanwhile; it ends at the seal that was the newest at its start.
 */
export async function verifyLog(db: Database, known: readonly KnownHead[] = []): Promise<LogCheck> {
  const head = await headOf(db);
  const report: LogCheck = {
    ...{ startedDate: realNow(), endedDate: '', sealCount: 0, entryCount: 0, forgottenCount: 0 },
    ...{ head: head && { number: head.number, hash: head.hash }, findingCount: 0, brokenCount: 0, findings: [] },
  };
  const find = (kind: FindingKind, text: string) => {
    report.findingCount += 1;
    if (isChange(kind)) report.brokenCount += 1;
    if (report.findings.length < mostFindings) report.findings.push({ kind, text });
  };
  const oldMicros = oldestKept(Date.now());
  const walk: Walk = { db, sealed: idSet(), tenants: new Map(), newestMicros: 0, oldMicros, report, find };
  const end: Head & { newestId: number } = head ?? { ...noHead, newestId: 0 };
  let last: Head = noHead;
  for await (const lot of lotsUpTo(db, end.number)) {
    await checkLot(walk, last, lot);
    checkHeads(walk, lot.seals, [...known, ...(await headsOnPaper(db, lot.seals))]);
    last = lot.seals.at(-1)?.seal ?? end;
  }
  for (const { number, from } of known) {
    if (number > end.number) find('head-differs', `Seal ${number} is missing, which ${from} names.`);
  }
  for (const { sealNumber, documentId } of await namedSeals(db, end.number + 1, Number.MAX_SAFE_INTEGER)) {
    // A seal of this moment is younger than the head that was read at the start.
    const now = await headOf(db);
    if (sealNumber > (now?.number ?? 0)) {
      find('head-differs', `Seal ${sealNumber} is missing, which signed document ${documentId} names.`);
    }
  }
  await checkUnsealed(walk, end);
  await checkWaiting(walk);
  report.endedDate = realNow();
  return report;
}
