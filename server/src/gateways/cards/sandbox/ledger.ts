import { randomUUID } from 'node:crypto';
import { type CardBehaviour, isRefundedLater, type TestCard } from '@kerb/domain/sandbox/test-cards.ts';
import type { CardFacts, CardWallet } from '@kerb/domain/vocabulary/card-schemes.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Schema } from '@kerb/server/platform/database/schema.ts';
import type { Charge, ChargeOutcome, Refund } from '@kerb/server/platform/ports/card-gateway.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import { type Selectable, sql } from 'kysely';

const tokenMinutes = 10;
const lateSeconds = 5;
const lateRefundSeconds = 60;

type Row = Selectable<Schema['sandboxCardCharges']>;
type Declined = Extract<CardBehaviour, 'insufficient-funds' | 'expired-card' | 'do-not-honour'>;
const declines: readonly CardBehaviour[] = ['insufficient-funds', 'expired-card', 'do-not-honour'] satisfies Declined[];

const from = (moment: string, duration: Temporal.DurationLike): string =>
  Temporal.Instant.from(moment).add(duration).toString({ fractionalSecondDigits: 3 });
const factsOf = ({ scheme, funding, last4, country, wallet }: CardFacts): CardFacts => ({
  scheme,
  funding,
  last4,
  country,
  wallet,
});
const refusal = (reason: string): ChargeOutcome => ({ state: 'declined', gatewayRef: null, reason, card: null });

export function outcomeOf(row: Row, now = realNow()): ChargeOutcome {
  const isKnown = row.knownFrom <= now;
  return {
    state: isKnown ? row.state : 'pending',
    gatewayRef: row.id,
    reason: isKnown ? row.reason : null,
    card: factsOf(row),
  };
}

/** From here on only the token represents the card. It works once. */
export async function issueToken(db: Database, card: TestCard, wallet: CardWallet | null = null): Promise<string> {
  const token = `tok_${randomToken()}`;
  const now = realNow();
  await db
    .deleteFrom('sandboxCardTokens')
    .where('expiryDate', '<', from(now, { hours: -24 }))
    .execute();
  await db
    .insertInto('sandboxCardTokens')
    .values({
      hash: sha256(token),
      behaviour: card.behaviour,
      ...factsOf({ ...card, last4: card.number.slice(-4), wallet }),
      expiryDate: from(now, { minutes: tokenMinutes }),
    })
    .execute();
  return token;
}

const usableToken = (db: Database | Tx, token: string) =>
  db
    .selectFrom('sandboxCardTokens')
    .selectAll()
    .where('hash', '=', sha256(token))
    .where('usedDate', 'is', null)
    .where('expiryDate', '>', realNow());

export async function describeToken(db: Database, token: string): Promise<CardFacts | null> {
  const found = await usableToken(db, token).executeTakeFirst();
  return found ? factsOf(found) : null;
}

export async function behaviourOf(db: Database, token: string): Promise<CardBehaviour> {
  return (await usableToken(db, token).executeTakeFirst())?.behaviour ?? 'approve';
}

const rowOf = (db: Database | Tx, reference: string) =>
  db.selectFrom('sandboxCardCharges').selectAll().where('reference', '=', reference).executeTakeFirst();

export async function findCharge(db: Database, reference: string): Promise<ChargeOutcome | null> {
  const row = await rowOf(db, reference);
  return row && row.refundOf === null ? outcomeOf(row) : null;
}

/** Serialises calls with equal references, so that the second finds the first's row. */
const inTurn = (tx: Tx, reference: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`card-sandbox ${reference}`}, 0))`.execute(tx);

async function book(tx: Tx, row: Row, sends: number): Promise<ChargeOutcome> {
  await tx.insertInto('sandboxCardCharges').values(row).execute();
  await tx
    .insertInto('sandboxCardEvents')
    .values({
      id: `evt_${randomUUID()}`,
      chargeId: row.id,
      sendsLeft: sends,
      nextAttemptDate: row.knownFrom,
      createdDate: row.createdDate,
    })
    .execute();
  return outcomeOf(row, row.createdDate);
}

function decided(behaviour: CardBehaviour): Pick<Row, 'state' | 'reason'> {
  if (behaviour === 'late-decline') return { state: 'declined', reason: 'do-not-honour' };
  return declines.includes(behaviour) ? { state: 'declined', reason: behaviour } : { state: 'approved', reason: null };
}

export function bookCharge(db: Database, charge: Charge): Promise<ChargeOutcome> {
  return db.transaction().execute(async (tx) => {
    await inTurn(tx, charge.reference);
    const known = await rowOf(tx, charge.reference);
    if (known) return outcomeOf(known);
    const token = await usableToken(tx, charge.token).forUpdate().executeTakeFirst();
    if (!token) return refusal('token-used');
    const now = realNow();
    await tx.updateTable('sandboxCardTokens').set({ usedDate: now }).where('hash', '=', token.hash).execute();
    const { behaviour } = token;
    const row = {
      id: `ch_${randomUUID()}`,
      reference: charge.reference,
      refundOf: null,
      amountCents: charge.amountCents,
      currency: charge.currency,
      description: charge.description,
      ...decided(behaviour),
      knownFrom: behaviour.startsWith('late') ? from(now, { seconds: lateSeconds }) : now,
      ...factsOf(token),
      createdDate: now,
    };
    return book(tx, row, behaviour === 'twice' ? 2 : 1);
  });
}

export function bookRefund(db: Database, refund: Refund): Promise<ChargeOutcome> {
  return db.transaction().execute(async (tx) => {
    await inTurn(tx, refund.chargeReference);
    const known = await rowOf(tx, refund.reference);
    if (known) return outcomeOf(known);
    const charge = await rowOf(tx, refund.chargeReference);
    if (!charge || charge.refundOf || outcomeOf(charge).state !== 'approved') return refusal('refund-refused');
    const { refunded } = await tx
      .selectFrom('sandboxCardCharges')
      .select(({ fn }) => fn.coalesce(fn.sum<number>('amountCents'), sql<number>`0`).as('refunded'))
      .where('refundOf', '=', charge.id)
      .where('state', '<>', 'declined')
      .executeTakeFirstOrThrow();
    if (Number(refunded) + refund.amountCents > charge.amountCents) return refusal('refund-refused');
    const now = realNow();
    const of = { id: `re_${randomUUID()}`, reference: refund.reference, refundOf: charge.id };
    const knownFrom = isRefundedLater(charge) ? from(now, { seconds: lateRefundSeconds }) : now;
    return book(tx, { ...charge, ...of, amountCents: refund.amountCents, knownFrom, createdDate: now }, 1);
  });
}
