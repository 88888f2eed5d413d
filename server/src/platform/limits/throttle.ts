import { isIPv6 } from 'node:net';
import { addMinutes, type Moment } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { RateLimit } from '@kerb/server/platform/limits/rate-limit.ts';
import { tooMany } from '@kerb/server/platform/problems/problem.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import { type RawBuilder, sql } from 'kysely';

export type Limit = { most: number; minutes: number };

/** How often something may be tried. Counted in the database, so that several servers share one count. */
// biome-ignore format: a table
export const limits = {
  signInPerDevice:         { most: 10,  minutes: 15 },
  signInPerAccountAndAddress: { most: 10, minutes: 15 },
  signInPerAccount:        { most: 100, minutes: 15 },
  signInPerAddress:        { most: 60,  minutes: 15 },
  passkeyPerAddress:       { most: 60,  minutes: 15 },
  organisationLoginPerAddress: { most: 300, minutes: 15 },
  ownPasswordPerPerson:    { most: 10,  minutes: 15 },
  ownCodePerPerson:        { most: 5,   minutes: 15 },
  secondFactorPerDevice:   { most: 5,   minutes: 15 },
  secondFactorPerAccountAndAddress: { most: 5, minutes: 15 },
  secondFactorPerAccount:  { most: 30,  minutes: 15 },
  resetPerAccountAndAddress: { most: 3, minutes: 60 },
  resetPerAccount:         { most: 10,  minutes: 60 },
  resetPerAddress:         { most: 20,  minutes: 60 },
  tokenFailuresPerNetwork: { most: 600, minutes: 15 },
  tokenFailuresPerClient:  { most: 30,  minutes: 15 },
  tokensPerClient:         { most: 120, minutes: 15 },
  linkPerAddress:          { most: 60,  minutes: 15 },
  verifyPerAddress:        { most: 60,  minutes: 15 },
  checksPerAddress:        { most: 30,  minutes: 15 },
  uploadPerPerson:         { most: 120, minutes: 10 },
  codeSends:               { most: 3,   minutes: 10 },
  codeGuesses:             { most: 5,   minutes: 10 },
  invitationPerAddressee:  { most: 5,   minutes: 60 },
  receiptsPerPerson:       { most: 10,  minutes: 10 },
  linksShownPerPerson:     { most: 60,  minutes: 10 },
  messagesPerPerson:       { most: 120, minutes: 10 },
  messagesPerOrganisation: { most: 600, minutes: 10 },
  calendarReadsPerLink:    { most: 60,  minutes: 60 },
  calendarGuessesPerAddress: { most: 60, minutes: 15 },
  framesPerAddress:        { most: 1200, minutes: 15 },
  ownLinkPerAddress:       { most: 20,  minutes: 60 },
  ownLinkPerPayer:         { most: 3,   minutes: 60 },
  commentsPerPerson:       { most: 60,  minutes: 10 },
  drawingsPerPerson:       { most: 240, minutes: 10 },
  exportsPerPerson:        { most: 30,  minutes: 10 },
  exportsPerOrganisation:  { most: 120, minutes: 10 },
  evidencePerPerson:       { most: 30,  minutes: 60 },
  ownDataPerPerson:        { most: 3,   minutes: 1440 },
  webhookSendsPerPerson:   { most: 60,  minutes: 10 },
  payoutCodesPerAddress:   { most: 20,  minutes: 15 },
  requestsPerProgram:      { most: 600, minutes: 1 },
  calculatorPerAddress:    { most: 120, minutes: 15 },
  estimatesPerAddress:     { most: 600, minutes: 15 },
  cspReportsPerAddress:    { most: 60,  minutes: 15 },
  cardsPerCampaign:        { most: 20,  minutes: 60 },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof limits;

// Hashed, because people type passwords where an e-mail address belongs.
const keyOf = (name: LimitName, who: string) => `${name}:${sha256(who).toString('base64url')}`;

/** The owner of one IPv6 address usually has its whole /64 network. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

export type Counted = { count: number; seconds: number };

/** Counts the rows of key, times and end of the window that `rows` gives. */
const count = (rows: RawBuilder<unknown>, now: Moment) => sql<Counted>`
    insert into throttles as t (key, count, window_end) ${rows}
    on conflict (key) do update set
      count = case when t.window_end <= ${now} then excluded.count else t.count + excluded.count end,
      window_end = case when t.window_end <= ${now} then excluded.window_end else t.window_end end
    returning count, greatest(1, ceil(extract(epoch from window_end - ${now}::timestamptz))::integer) as seconds`;

/** The number of attempts including these, and the seconds until the count begins again. */
async function counted(db: Database, name: LimitName, who: string, times: number): Promise<Counted> {
  const { minutes }: Limit = limits[name];
  const now = realNow();
  const rows = sql`values (${keyOf(name, who)}, ${times}, ${addMinutes(now, minutes)}::timestamptz)`;
  const counts = await count(rows, now).execute(db);
  return must(counts.rows[0], 'count of a limit');
}

/**
 * Counts one or more attempts and refuses over the limit. Called outside any transaction, so that a failed attempt
 * counts.
 */
export async function countAttempt(db: Database, name: LimitName, who: string, times = 1): Promise<void> {
  const { count, seconds } = await counted(db, name, who, times);
  if (count > limits[name].most) throw tooMany(seconds);
}

const ofProgram = 'requestsPerProgram' satisfies LimitName;
/** The same key as `keyOf` makes. */
const keyInSql = (name: LimitName, who: RawBuilder<unknown>) => sql`${`${name}:`}::text ||
  rtrim(translate(encode(sha256(convert_to(${who}, 'UTF8')), 'base64'), '+/', '-_'), '=')`;

/**
 * Counts a request of a program, in the statement that authenticates it: `from` gives the program as `identity_id`, and
 * no row if the request is refused.
 */
export function programCount(from: RawBuilder<unknown>, now: Moment): RawBuilder<Counted> {
  const key = keyInSql(ofProgram, sql`identity_id::text`);
  return count(sql`select ${key}, 1, ${addMinutes(now, limits[ofProgram].minutes)}::timestamptz ${from}`, now);
}

/** What is left of a program's budget. Below zero: the request is refused. */
export function programBudget({ count, seconds }: Counted): RateLimit {
  const { most, minutes } = limits[ofProgram];
  return { policy: 'program', most, windowSeconds: minutes * 60, left: most - count, resetSeconds: seconds };
}

/** A successful sign-in clears the count of its account. */
export async function clearAttempts(db: Database, name: LimitName, who: string): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', keyOf(name, who)).execute();
}

/** Attempts that count towards several limits at once. */
export type Attempts = readonly (readonly [LimitName, string])[];

export async function countAll(db: Database, attempts: Attempts): Promise<void> {
  for (const [name, who] of attempts) await countAttempt(db, name, who);
}

export async function clearAll(db: Database, attempts: Attempts): Promise<void> {
  for (const [name, who] of attempts) await clearAttempts(db, name, who);
}

export async function uncountAll(db: Database, attempts: Attempts): Promise<void> {
  for (const [name, who] of attempts) await uncountAttempt(db, name, who);
}

/** Gives back one successful attempt and only that one, because a whole office can share an address. */
export async function uncountAttempt(db: Database, name: LimitName, who: string): Promise<void> {
  await sql`update throttles set count = count - 1 where key = ${keyOf(name, who)} and count > 0`.execute(db);
}
