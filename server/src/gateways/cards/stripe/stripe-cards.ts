import {
  factsOf,
  outcomeOfIntent,
  outcomeOfRefund,
  reasonOf,
} from '@kerb/server/gateways/cards/stripe/stripe-outcomes.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';
import {
  type CardGateway,
  type Charge,
  type ChargeOutcome,
  type GatewayEvent,
  GatewayUnavailable,
  type Refund,
} from '@kerb/server/platform/ports/card-gateway.ts';
import Stripe from 'stripe';

export const stripeFramePath = '/card-frame';
const toleranceSeconds = 300;
/** Stripe's search knows a new intent within a minute. Until then the list of recent intents has it. */
const recentSeconds = 7_200;
const mostRecent = 2_000;

type Settings = NonNullable<Config['stripe']>;

/**
 * A charge is two calls, each tried three times with pauses of up to five seconds. That is within
 * `longestChargeSeconds`.
 */
export const stripeTimes = { timeout: 15_000, maxNetworkRetries: 2 };

function clientOf({ secretKey, apiUrl }: Settings): Stripe {
  const address = apiUrl === null ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    ...stripeTimes,
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: address.port,
      protocol: address.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

const refusal = (reason: string): ChargeOutcome => ({ state: 'declined', gatewayRef: null, reason, card: null });
const unavailable = (cause: unknown) => new GatewayUnavailable('Stripe did not answer.', { cause });

/** A refusal is an outcome. Any other error leaves the outcome unknown. */
async function answered<T>(call: Promise<T>, refused: (error: Stripe.errors.StripeError) => T | null): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { StripeCardError, StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors;
    const isAnswer = [StripeCardError, StripeInvalidRequestError, StripeIdempotencyError].some(
      (kind) => error instanceof kind,
    );
    const outcome = isAnswer ? refused(error as Stripe.errors.StripeError) : null;
    if (outcome === null) throw unavailable(error);
    return outcome;
  }
}

const intentOf = (error: Stripe.errors.StripeError): Stripe.PaymentIntent | undefined =>
  (error as { payment_intent?: Stripe.PaymentIntent }).payment_intent;

async function findIntent(stripe: Stripe, reference: string): Promise<Stripe.PaymentIntent | null> {
  const query = `metadata['reference']:'${reference.replace(/['\\]/g, '')}'`;
  const expand = ['data.latest_charge'];
  const found = await stripe.paymentIntents.search({ query, limit: 100, expand });
  const named = found.data.filter(({ metadata }) => metadata.reference === reference);
  const best = named.find(({ status }) => status === 'succeeded') ?? named[0];
  if (best) return best;
  const created = { gte: Math.floor(Date.now() / 1_000) - recentSeconds };
  let seen = 0;
  for await (const intent of stripe.paymentIntents.list({ created, limit: 100, expand })) {
    if (intent.metadata.reference === reference) return intent;
    seen += 1;
    if (seen === mostRecent) break;
  }
  return null;
}

/** Stripe's Express Checkout Element gives such a token. The fields for a typed card give one of another kind. */
const isFromWallet = (token: string): boolean => token.startsWith('ctoken_');

async function paidBy(stripe: Stripe, { reference, token }: Charge) {
  if (isFromWallet(token)) return { confirmation_token: token };
  const method = await stripe.paymentMethods.create(
    { type: 'card', card: { token } },
    { idempotencyKey: `${reference}-card` },
  );
  return { payment_method: method.id };
}

/** Calls with idempotency keys made from the reference, so that a repetition returns the first response. */
async function pay(stripe: Stripe, charge: Charge): Promise<ChargeOutcome> {
  const { reference } = charge;
  const intent = await stripe.paymentIntents.create(
    {
      amount: charge.amountCents,
      currency: charge.currency.toLowerCase(),
      ...(await paidBy(stripe, charge)),
      allowed_payment_method_types: ['card'],
      confirm: true,
      // A bank's confirmation is not possible here, so such a card is declined.
      error_on_requires_action: true,
      description: charge.description,
      metadata: { reference },
      ...(charge.receiptEmail !== null && { receipt_email: charge.receiptEmail }),
      expand: ['latest_charge'],
    },
    { idempotencyKey: reference },
  );
  return outcomeOfIntent(intent);
}

async function charge(stripe: Stripe, asked: Charge, log: Log): Promise<ChargeOutcome> {
  const declined = (error: Stripe.errors.StripeError): ChargeOutcome => {
    // A refusal by the card is stored with the payment. Any other refusal may be our mistake, so it is logged.
    if (!(error instanceof Stripe.errors.StripeCardError)) log.warn({ err: error }, 'Stripe refused a charge');
    const intent = intentOf(error);
    return intent ? outcomeOfIntent(intent) : refusal(reasonOf(error.decline_code, error.code));
  };
  const outcome = await answered(pay(stripe, asked), declined);
  // Stripe forgets keys after a day and binds them to their parameters, so an earlier charge of this reference may
  // exist.
  if (outcome.gatewayRef !== null) return outcome;
  const known = await answered(findIntent(stripe, asked.reference), () => null);
  return known ? outcomeOfIntent(known) : outcome;
}

async function refund(stripe: Stripe, { reference, chargeReference, amountCents }: Refund): Promise<ChargeOutcome> {
  const intent = await findIntent(stripe, chargeReference);
  if (intent?.status !== 'succeeded') return refusal('refund-refused');
  const made = await stripe.refunds.list({ payment_intent: intent.id, limit: 100 });
  const same = made.data.find(({ metadata }) => metadata?.reference === reference);
  if (same) return outcomeOfRefund(same);
  const asked = { payment_intent: intent.id, amount: amountCents, metadata: { reference } };
  return outcomeOfRefund(await stripe.refunds.create(asked, { idempotencyKey: reference }));
}

function outcomeIn({ type, data }: Stripe.Event): Pick<GatewayEvent, 'reference' | 'outcome'> {
  if (type.startsWith('payment_intent.')) {
    const intent = data.object as Stripe.PaymentIntent;
    return { reference: intent.metadata.reference ?? '', outcome: outcomeOfIntent(intent) };
  }
  if (type.startsWith('refund.')) {
    const made = data.object as Stripe.Refund;
    return { reference: made.metadata?.reference ?? '', outcome: outcomeOfRefund(made) };
  }
  return { reference: '', outcome: { state: 'pending', gatewayRef: null, reason: null, card: null } };
}

/** Stripe, by its own library. `publicUrl` is ours, because the frame with Stripe's fields is a page of ours. */
export function stripeCards(settings: Settings, publicUrl: string, log: Log): CardGateway {
  const stripe = clientOf(settings);
  const frameUrl = settings.frameUrl ?? publicUrl;
  return {
    frame: () => ({
      provider: 'stripe',
      url: frameUrl + stripeFramePath,
      origin: new URL(frameUrl).origin,
      publishableKey: settings.publishableKey,
    }),
    describe: async (token) => {
      // Stripe refuses an unknown token: there is no card to describe.
      if (isFromWallet(token)) {
        const wallet = await answered<Stripe.ConfirmationToken | 'none'>(
          stripe.confirmationTokens.retrieve(token),
          () => 'none',
        );
        return wallet === 'none' || wallet.payment_intent ? null : factsOf(wallet.payment_method_preview?.card);
      }
      const found = await answered<Stripe.Token | 'none'>(stripe.tokens.retrieve(token), () => 'none');
      return found === 'none' || found.used ? null : factsOf(found.card);
    },
    charge: (asked) => charge(stripe, asked, log),
    find: async (reference) => {
      const intent = await answered(findIntent(stripe, reference), () => null);
      return intent && outcomeOfIntent(intent);
    },
    refund: (asked) =>
      answered(refund(stripe, asked), (error) => {
        log.warn({ err: error }, 'Stripe refused a refund');
        return refusal('refund-refused');
      }),
    readEvent: (headers, body) => {
      try {
        const signature = String(headers['stripe-signature'] ?? '');
        const event = stripe.webhooks.constructEvent(body, signature, settings.webhookSecret, toleranceSeconds);
        return { id: event.id, at: new Date(event.created * 1_000).toISOString(), ...outcomeIn(event) };
      } catch {
        // Not signed by Stripe, or too old. Anybody can send such a request; it answers 400.
        return null;
      }
    },
  };
}
