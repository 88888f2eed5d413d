import { accrueInterest } from '@kerb/server/features/loan-books/accrue-interest.ts';
import { reconcilePayments } from '@kerb/server/features/payments/reconcile-payments.ts';
import { sandboxKeys } from '@kerb/server/gateways/cards/sandbox/settings.ts';
import { eventSignatureHeader, signEvent } from '@kerb/server/gateways/cards/sandbox/signed-events.ts';
import { signatureOf } from '@kerb/server/platform/security/webhook-signature.ts';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { Broken } from './ask.ts';
import { closeBooks, reopenBooks } from './books.ts';
import { moods } from './moody-gateway.ts';
import { changeRates, dearer } from './rates.ts';
import { prepareApplications } from './steps/applying.ts';
import { moveClock, raiseCampaign, receiptsSecret, type World } from './world.ts';

/** Something that happens beside the requests: at the gateway, by a job, or as time passes. Returns its sentence. */
type Take = (world: World) => Promise<string>;
export type Act = { name: string; often: number; takes: fc.Arbitrary<Take> };

const act = (name: string, often: number, take: Take): Act => ({ name, often, takes: fc.constant(take) });

/** Outcomes that come late are known from now on. */
async function outcomesBecomeKnown({ stage: { db } }: World): Promise<void> {
  await sql`update sandbox_card_charges set known_from = created_date where known_from > created_date`.execute(db);
  await sql`update sandbox_card_events set next_attempt_date = created_date where sends_left > 0`.execute(db);
}

/** The job leaves young payments alone, so those of this world are made older, and what other worlds left is young. */
async function reconcile({ stage, tenantId }: World, seconds: number): Promise<void> {
  const isOwn = sql`agreement_id in (select id from agreements where tenant_id = ${tenantId})`;
  await sql`update payments set started_at = case when ${isOwn} then started_at - make_interval(secs => ${seconds})
      else clock_timestamp() end
    where status = 'pending' or void_requested_date is not null`.execute(stage.db);
  await sql`update part_refunds set started_at = case when ${isOwn} then started_at - make_interval(secs => ${seconds})
      else clock_timestamp() end
    where status = 'requested'`.execute(stage.db);
  await reconcilePayments(stage.deps);
}

const reconciled =
  (seconds: number): Take =>
  async (world) => {
    await reconcile(world, seconds);
    return `the job asks the gateway about payments, ${seconds} seconds later`;
  };

async function forgeEvent({ stage }: World): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    select reference from payments where status = 'pending' order by id desc limit 1`.execute(stage.db);
  const event = { id: 'evt_forged', reference: rows[0]?.reference ?? 'none', outcome: { state: 'approved' } };
  const headers = { 'content-type': 'application/json', [eventSignatureHeader]: 't=1,v1=00' };
  const payload = JSON.stringify(event);
  const answer = await stage.app.inject({ method: 'POST', url: '/v1/card-gateway/events', headers, payload });
  if (answer.statusCode !== 400) throw new Broken(`a forged event was answered ${answer.statusCode}`);
  return 'somebody sends a forged event';
}

/** The job of the loans runs, on two servers at the same time. */
export async function postInterest({ stage }: World): Promise<string> {
  await Promise.all([accrueInterest(stage.deps), accrueInterest(stage.deps)]);
  return 'the job posts interest';
}

/** The payer's bank sends a confirmed refund back. The gateway says so, perhaps twice. */
export async function refundComesBack({ stage, tenantId }: World): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    update sandbox_card_charges c set state = 'declined', reason = 'refund-refused'
    where c.id = (select min(r.id) from sandbox_card_charges r
      where r.state = 'approved' and (exists (select from payments p join agreements a on a.id = p.agreement_id
          where p.refund_reference = r.reference and a.tenant_id = ${tenantId} and p.status = 'voided')
        or exists (select from part_refunds f join agreements a on a.id = f.agreement_id
          where f.reference = r.reference and a.tenant_id = ${tenantId} and f.status = 'made')))
    returning c.reference`.execute(stage.db);
  const [refund] = rows;
  if (!refund) return 'nothing happens';
  const { reference } = refund;
  const outcome = { state: 'declined', gatewayRef: 're_1', reason: 'refund-refused', card: null };
  const body = Buffer.from(JSON.stringify({ id: `evt_${reference}`, reference, at: stage.deps.clock.now(), outcome }));
  const headers = {
    'content-type': 'application/json',
    [eventSignatureHeader]: signEvent(sandboxKeys(stage.deps.secrets).eventSecret, body),
  };
  for (let times = 0; times < 2; times += 1) {
    const answer = await stage.as(null)('POST', '/v1/card-gateway/events', body, headers);
    if (answer.statusCode !== 204) throw new Broken(`a failed refund was answered ${answer.statusCode}`);
  }
  return 'a confirmed refund comes back';
}

/** Everything that is under way ends: the gateway responds, its events arrive and the job has asked. */
export async function comeToRest(world: World): Promise<void> {
  world.gateway.mood = 'fine';
  await outcomesBecomeKnown(world);
  await world.stage.cards.deliverEvents();
  for (let round = 0; round < 2; round += 1) await reconcile(world, 1_000);
  world.story.push('everything that is under way ends');
  const { rows } = await sql<{ id: number; status: string }>`
    select p.id, p.status from payments p join agreements a on a.id = p.agreement_id
    where a.tenant_id = ${world.tenantId} and (p.status = 'pending'
      or (p.status = 'approved' and p.void_requested_date is not null)
      or exists (select from part_refunds r where r.payment_id = p.id and r.status = 'requested')
      or (p.status = 'voided' and p.approval_date is null and exists (select from sandbox_card_charges c
        where c.reference = p.reference and c.state = 'approved')))`.execute(world.stage.db);
  if (rows.length > 0) throw new Broken(`payments are left open: ${JSON.stringify(rows)}`);
}

/** The provider of mails or text messages says what became of the newest message of this world. */
async function reportMessage({ stage, tenantId }: World, isBounced: boolean): Promise<string> {
  const { rows } = await sql<{ id: number; createdDate: string }>`
    select m.id, m.created_date from messages m join agreements a on a.id = m.agreement_id
    where a.tenant_id = ${tenantId} order by m.id desc limit 1`.execute(stage.db);
  const [message] = rows;
  if (!message) return 'nothing happens';
  const messageId = `kerb-${message.id}-${Date.parse(message.createdDate)}`;
  const what = isBounced ? { status: 'bounced', reason: 'full' } : { status: 'delivered' };
  const body = JSON.stringify({ messageId, ...what, date: stage.deps.clock.now() });
  const seconds = Math.floor(Date.now() / 1_000);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatureOf(receiptsSecret, { id: messageId, seconds, body }),
  };
  const answer = await stage.app.inject({ method: 'POST', url: '/v1/message-receipts', headers, payload: body });
  if (answer.statusCode !== 204) throw new Broken(`a receipt was answered ${answer.statusCode} ${answer.body}`);
  return `the provider says that a message was ${what.status}`;
}

export const acts: readonly Act[] = [
  {
    name: 'the gateway changes its mood',
    often: 4,
    takes: fc.constantFrom(...moods, 'fine' as const).map((mood) => async (world: World) => {
      world.gateway.mood = mood;
      return `the gateway is ${mood}`;
    }),
  },
  act('late outcomes become known', 2, async (world) => {
    await outcomesBecomeKnown(world);
    return 'late outcomes become known at the gateway';
  }),
  act('the gateway sends its events', 3, async ({ stage }) => {
    await stage.cards.deliverEvents();
    return 'the gateway sends its events';
  }),
  act('the job asks', 2, reconciled(60)),
  act('the job asks much later', 2, reconciled(300)),
  act('the job posts interest', 2, postInterest),
  {
    name: 'the books are closed',
    often: 1,
    takes: fc.nat(40).map((days) => (world: World) => closeBooks(world, days)),
  },
  act('the books are opened again', 1, reopenBooks),
  act('a forged event', 1, forgeEvent),
  act('a refund comes back', 2, refundComesBack),
  act('the payers give what an application needs', 1, async (world) => {
    await prepareApplications(world);
    return 'the payers give what an application needs';
  }),
  {
    name: 'a provider reports a message',
    often: 2,
    takes: fc.boolean().map((isBounced) => (world: World) => reportMessage(world, isBounced)),
  },
  {
    name: 'days pass',
    often: 2,
    takes: fc.integer({ min: 1, max: 40 }).map((days) => async (world: World) => {
      await moveClock(world, days);
      return `${days} days pass`;
    }),
  },
  {
    name: 'the rates change',
    often: 1,
    takes: fc.constantFrom(...dearer).map((values) => (world: World) => changeRates(world, values)),
  },
  act('another campaign is raised', 1, async (world) => {
    if (world.campaigns.length >= 3) return 'nothing happens';
    await raiseCampaign(world);
    return 'another campaign is raised and sent';
  }),
];
