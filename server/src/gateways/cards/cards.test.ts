import { randomUUID } from 'node:crypto';
import { testCards } from '@kerb/domain/sandbox/test-cards.ts';
import { type CardWallet, cardWallets } from '@kerb/domain/vocabulary/card-schemes.ts';
import { issueToken } from '@kerb/server/gateways/cards/sandbox/ledger.ts';
import { sandboxKeys } from '@kerb/server/gateways/cards/sandbox/settings.ts';
import { eventSignatureHeader, signEvent } from '@kerb/server/gateways/cards/sandbox/signed-events.ts';
import { sandboxDefaults, startCardSandbox } from '@kerb/server/gateways/cards/sandbox/start-sandbox.ts';
import { stripeCards, stripeTimes } from '@kerb/server/gateways/cards/stripe/stripe-cards.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import {
  type CardGateway,
  GatewayUnavailable,
  longestChargeSeconds,
} from '@kerb/server/platform/ports/card-gateway.ts';
import { secretsFrom } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCardOf } from '../../../test/cards.ts';
import { type SignedEvent, startStripeDouble } from '../../../test/stripe-double.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

/** A provider under test: its gateway, frame, events and records. */
type Provider = {
  gateway: CardGateway;
  tokenOf: (number: string, wallet?: CardWallet) => Promise<string>;
  /** The events since the last call. */
  takeEvents: () => Promise<SignedEvent[]>;
  sign: (body: Buffer, epochSeconds: number) => SignedEvent;
  settle: (reference: string) => Promise<void>;
  chargesOf: (reference: string) => Promise<number>;
  close: () => Promise<void>;
};

async function sandbox(): Promise<Provider> {
  const { db, close } = await openTestDatabase();
  const config = readConfig({});
  const secrets = secretsFrom(Buffer.alloc(32, 7));
  const { eventSecret } = sandboxKeys(secrets);
  const taken: SignedEvent[] = [];
  const post = async (headers: Record<string, string>, body: Buffer) => taken.push({ headers, body }) > 0;
  const quick = { sendsEvents: false, timeoutMs: 20_000, slowMs: 10, silenceMs: 10 };
  const running = await startCardSandbox(
    { db, secrets, config, log: silentLog },
    { host: '127.0.0.1', ports: [0], publicUrl: null, post, ...quick },
  );
  return {
    gateway: running.gateway,
    tokenOf: (number, wallet) => issueToken(db, testCards.find((card) => card.number === number)!, wallet),
    takeEvents: async () => {
      await running.deliver();
      return taken.splice(0);
    },
    sign: (body, epochSeconds) => ({
      headers: { [eventSignatureHeader]: signEvent(eventSecret, body, epochSeconds) },
      body,
    }),
    settle: async (reference) => {
      await sql`update sandbox_card_charges set known_from = now() where reference = ${reference}`.execute(db);
      await sql`update sandbox_card_events set next_attempt_date = now()`.execute(db);
    },
    chargesOf: async (reference) => {
      const rows = await db.selectFrom('sandboxCardCharges').select('id').where('reference', '=', reference).execute();
      return rows.length;
    },
    close: async () => {
      await running.close();
      await close();
    },
  };
}

const stripeSettings = {
  secretKey: 'sk_test_1',
  publishableKey: 'pk_test_1',
  webhookSecret: 'whsec_1',
  apiUrl: null,
  frameUrl: null,
};

async function stripeWithDouble() {
  const double = await startStripeDouble(stripeSettings.webhookSecret, stripeSettings.secretKey);
  return { double, gateway: stripeCards({ ...stripeSettings, apiUrl: double.url }, 'https://kerb.example', silentLog) };
}

async function stripe(): Promise<Provider> {
  const { double, gateway } = await stripeWithDouble();
  return {
    gateway,
    tokenOf: double.tokenOf,
    takeEvents: async () => double.events.splice(0),
    sign: (body, epochSeconds) => double.sign(body.toString('utf8'), epochSeconds),
    settle: double.settle,
    chargesOf: async (reference) => double.intents.filter(({ metadata }) => metadata.reference === reference).length,
    close: double.close,
  };
}

const now = () => Math.floor(Date.now() / 1_000);
const aCharge = (token: string) => ({
  reference: `P-${randomUUID()}`,
  token,
  amountCents: 123_45,
  currency: 'AUD',
  description: 'Campaign AU7',
  receiptEmail: 'pat@example.com',
});

describe.each([
  ['the sandbox', sandbox],
  ['Stripe', stripe],
])('cards by %s', (_name, start) => {
  let provider: Provider;
  beforeAll(async () => {
    provider = await start();
  }, 60_000);
  afterAll(() => provider.close());
  const chargeFor = async (card: Pick<(typeof testCards)[number], 'number'>) =>
    aCharge(await provider.tokenOf(card.number));
  const paid = async () => {
    const asked = await chargeFor(testCardOf('approve'));
    await provider.gateway.charge(asked);
    return asked;
  };

  it.each(testCards.filter(({ behaviour }) => behaviour === 'approve'))(
    'are recognised and charged: $label',
    async (card) => {
      const { scheme, funding, country, number } = card;
      const facts = { scheme, funding, country, last4: number.slice(-4), wallet: null };
      const asked = await chargeFor(card);
      expect(await provider.gateway.describe(asked.token)).toEqual(facts);
      const outcome = await provider.gateway.charge(asked);
      expect(outcome).toEqual({ state: 'approved', gatewayRef: expect.any(String), reason: null, card: facts });
      expect(await provider.gateway.find(asked.reference)).toEqual(outcome);
    },
  );

  it.each(cardWallets)('of a wallet are recognised and charged once: %s', async (wallet) => {
    const { number, scheme, funding, country } = testCardOf('approve');
    const asked = aCharge(await provider.tokenOf(number, wallet));
    const facts = { scheme, funding, country, last4: number.slice(-4), wallet };
    expect(await provider.gateway.describe(asked.token)).toEqual(facts);
    expect(await provider.gateway.charge(asked)).toMatchObject({ state: 'approved', card: facts });
    expect(await provider.gateway.describe(asked.token)).toBeNull();
    const again = await provider.gateway.charge(aCharge(asked.token));
    expect(again).toMatchObject({ state: 'declined', reason: 'token-used' });
  });

  it.each(['insufficient-funds', 'expired-card', 'do-not-honour'] as const)('are declined: %s', async (reason) => {
    const asked = await chargeFor(testCardOf(reason));
    const outcome = await provider.gateway.charge(asked);
    expect(outcome).toMatchObject({ state: 'declined', reason, card: { last4: testCardOf(reason).number.slice(-4) } });
    expect(await provider.gateway.find(asked.reference)).toEqual(outcome);
    expect(await provider.gateway.charge(asked)).toEqual(outcome);
  });

  it('are charged once for each reference, one after the other or twenty in parallel', async () => {
    const asked = await chargeFor(testCardOf('approve'));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => provider.gateway.charge(asked)));
    outcomes.push(await provider.gateway.charge(asked));
    expect(new Set(outcomes.map((outcome) => outcome.gatewayRef)).size).toBe(1);
    expect(outcomes.every(({ state }) => state === 'approved')).toBe(true);
    expect(await provider.chargesOf(asked.reference)).toBe(1);
  });

  it('return the same outcome for a reference, even if a later call differs', async () => {
    const asked = await paid();
    const again = { ...asked, token: await provider.tokenOf(testCardOf('do-not-honour').number), amountCents: 1 };
    expect(await provider.gateway.charge(again)).toEqual(await provider.gateway.find(asked.reference));
    expect(await provider.chargesOf(asked.reference)).toBe(1);
  });

  it('accept a token once', async () => {
    const { token } = await paid();
    expect(await provider.gateway.describe(token)).toBeNull();
    const second = aCharge(token);
    expect(await provider.gateway.charge(second)).toMatchObject({ state: 'declined', reason: 'token-used' });
    expect(await provider.gateway.find(second.reference)).toBeNull();
    expect(await provider.gateway.describe('tok_nobody_has')).toBeNull();
    expect(await provider.gateway.charge(aCharge('tok_nobody_has'))).toMatchObject({ reason: 'token-used' });
  });

  it('leave the outcome unknown if no response arrives, and return it when asked later', {
    timeout: 20_000,
  }, async () => {
    const asked = await chargeFor(testCardOf('no-answer'));
    await expect(provider.gateway.charge(asked)).rejects.toBeInstanceOf(GatewayUnavailable);
    expect(await provider.gateway.find(asked.reference)).toMatchObject({ state: 'approved' });
    expect(await provider.chargesOf(asked.reference)).toBe(1);
  });

  it('do not know a charge that never reached them', { timeout: 20_000 }, async () => {
    const asked = await chargeFor(testCardOf('unreachable'));
    await expect(provider.gateway.charge(asked)).rejects.toBeInstanceOf(GatewayUnavailable);
    expect(await provider.gateway.find(asked.reference)).toBeNull();
  });

  it('are pending until the outcome is known', async () => {
    const asked = await chargeFor(testCardOf('late'));
    expect(await provider.gateway.charge(asked)).toMatchObject({ state: 'pending', reason: null });
    await provider.takeEvents();
    await provider.settle(asked.reference);
    expect(await provider.gateway.find(asked.reference)).toMatchObject({ state: 'approved' });
    const events = (await provider.takeEvents()).map(({ headers, body }) => provider.gateway.readEvent(headers, body));
    expect(events).toMatchObject([{ reference: asked.reference, outcome: { state: 'approved' } }]);
  });

  it('are refunded once for each reference, in parts, and never more than was charged', async () => {
    const { reference: chargeReference } = await paid();
    const refund = { reference: `R-${randomUUID()}`, chargeReference, amountCents: 100_00 };
    const made = await provider.gateway.refund(refund);
    expect(made).toMatchObject({ state: 'approved', gatewayRef: expect.any(String) });
    expect((await provider.gateway.refund(refund)).gatewayRef).toBe(made.gatewayRef);
    const more = await provider.gateway.refund({ ...refund, reference: `R-${randomUUID()}` });
    expect(more).toMatchObject({ state: 'declined', reason: 'refund-refused' });
    const rest = { ...refund, reference: `R-${randomUUID()}`, amountCents: 23_45 };
    expect(await provider.gateway.refund(rest)).toMatchObject({ state: 'approved' });
    const unknown = { ...refund, reference: `R-${randomUUID()}`, chargeReference: 'P-none' };
    expect(await provider.gateway.refund(unknown)).toMatchObject({ state: 'declined', reason: 'refund-refused' });
  });

  it('send signed events; a repeated event has the same id', async () => {
    await provider.takeEvents();
    const asked = await chargeFor(testCardOf('twice'));
    const { gatewayRef } = await provider.gateway.charge(asked);
    const events = await provider.takeEvents();
    expect(events).toHaveLength(2);
    const [first, second] = events.map(({ headers, body }) => provider.gateway.readEvent(headers, body));
    expect(first).toMatchObject({ reference: asked.reference, outcome: { state: 'approved', gatewayRef } });
    expect(second).toEqual(first);
    expect(Temporal.Instant.from(first!.at).epochMilliseconds).toBeGreaterThan(Date.now() - 60_000);
  });

  it('have their events accepted only with a recent, valid signature', async () => {
    await provider.takeEvents();
    await paid();
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = await provider.takeEvents();
    const { gateway, sign } = provider;
    expect(gateway.readEvent(headers, body)).not.toBeNull();
    const other = Buffer.from(body.toString('utf8').replace('12345', '1').replace('"approved"', '"declined"'));
    const changed = other.equals(body) ? Buffer.concat([body, Buffer.from(' ')]) : other;
    const name = Object.keys(headers)[0]!;
    const old = sign(body, now() - 301);
    expect(gateway.readEvent(headers, changed)).toBeNull();
    expect(gateway.readEvent({}, body)).toBeNull();
    expect(gateway.readEvent({ [name]: '' }, body)).toBeNull();
    expect(gateway.readEvent({ [name]: headers[name]!.replace(/t=\d+/, `t=${now() + 1}`) }, body)).toBeNull();
    expect(gateway.readEvent({ [name]: headers[name]!.slice(0, -1) }, body)).toBeNull();
    expect(gateway.readEvent(old.headers, old.body)).toBeNull();
    expect(gateway.readEvent(sign(body, now() - 290).headers, body)).not.toBeNull();
    expect(gateway.readEvent(sign(Buffer.from('{"a":'), now()).headers, Buffer.from('{"a":'))).toBeNull();
  });
});

describe('a charge at Stripe', () => {
  it('is found by the search when Stripe has indexed it', async () => {
    const { gateway, double } = await stripeWithDouble();
    const asked = aCharge(await double.tokenOf(testCardOf('approve').number));
    const outcome = await gateway.charge(asked);
    double.search.isUpToDate = true;
    expect(await gateway.find(asked.reference)).toEqual(outcome);
    expect(await gateway.find("P-' OR 1")).toBeNull();
    await double.close();
  });

  it('has an unknown outcome if the key is wrong or Stripe is unreachable', { timeout: 20_000 }, async () => {
    const { double } = await stripeWithDouble();
    const asked = aCharge(await double.tokenOf(testCardOf('approve').number));
    const wrong = stripeCards(
      { ...stripeSettings, secretKey: 'sk_test_2', apiUrl: double.url },
      'https://kerb.example',
      silentLog,
    );
    await expect(wrong.charge(asked)).rejects.toBeInstanceOf(GatewayUnavailable);
    await double.close();
    const away = stripeCards({ ...stripeSettings, apiUrl: double.url }, 'https://kerb.example', silentLog);
    await expect(away.charge(asked)).rejects.toBeInstanceOf(GatewayUnavailable);
    await expect(away.find(asked.reference)).rejects.toBeInstanceOf(GatewayUnavailable);
  });

  it('is not affected by an event about something else', async () => {
    const { gateway, double } = await stripeWithDouble();
    const event = { id: 'evt_1', object: 'event', created: now(), type: 'customer.created', data: { object: {} } };
    const { headers, body } = double.sign(JSON.stringify(event), now());
    expect(gateway.readEvent(headers, body)).toMatchObject({
      id: 'evt_1',
      reference: '',
      outcome: { state: 'pending' },
    });
    await double.close();
  });
});

describe('a charge', () => {
  it('is never tried for longer than the reconciliation job waits', () => {
    const [calls, pauseSeconds] = [2, 5];
    const tries = stripeTimes.maxNetworkRetries + 1;
    const stripeSeconds =
      calls * (tries * (stripeTimes.timeout / 1_000) + stripeTimes.maxNetworkRetries * pauseSeconds);
    expect(stripeSeconds).toBeLessThan(longestChargeSeconds);
    expect(sandboxDefaults.timeoutMs / 1_000).toBeLessThan(longestChargeSeconds);
  });
});
