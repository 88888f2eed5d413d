import { randomUUID } from 'node:crypto';
import { addDays, dayIn } from '@kerb/domain/kernel/dates.ts';
import { buildersFor } from '../builders.ts';
import { mayAsk } from './model.ts';
import { change, lastActorId, outcomeOf, type Step } from './sending.ts';
import { checkSecond, confirm, userOf } from './waiting-steps.ts';
import type { World } from './world.ts';

/** A batch of one paid campaign, of an organisation in which nobody here works. */
export type BatchModel = {
  id: number;
  makerId: number;
  approverId: number | null;
  /** Whether its maker or approver stopped being an admin, after it was approved. It stays so. */
  isLapsed: boolean;
};

/** Asks for other rates on a day of its own. A second person confirms them, and they wait for their day. */
const askRates: Step = async (world, { who }) => {
  const { deps } = world.stage;
  const number = world.loan.campaign.id * 50 + world.story.length;
  const from = addDays(dayIn(deps.config.country.defaultTimeZone, deps.clock.now()), 30 + (number % 690));
  const values = [{ name: 'payLaterInterest', value: 15 + (number % 500) / 100 }];
  const body = { from, values, reason: 'The bank raised its rate' };
  const made = await change(world, who, {
    ...{ method: 'POST', url: '/v1/rates', body },
    aim: { permission: 'rates.change' },
  });
  if (made) world.rateDays.add(Number(from.replaceAll('-', '')));
};

/** An organisation with an account that is owed the money of a paid campaign. */
async function owedTenant({ stage, admins }: World): Promise<number> {
  const build = buildersFor(stage);
  const tenantId = await build.aTenant();
  const account = { bankAccountName: 'Trust', bankBsbNumber: '062000', bankAccountNumber: '12345678' };
  await stage.db.updateTable('tenants').set(account).where('id', '=', tenantId).execute();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const { id } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
  const paid = { financeOptionCode: 'pn', method: 'direct-deposit', amount: 4200 };
  const key = { 'idempotency-key': randomUUID() };
  const answer = await stage.as(admins.asking)('POST', `/v1/agreements/${id}/pay`, paid, key);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return tenantId;
}

const makeBatch: Step = async (world, { who }) => {
  world.owedTenantId ??= await owedTenant(world);
  const made = await change(world, who, {
    method: 'POST',
    url: '/v1/batch-payments',
    headers: { 'idempotency-key': randomUUID() },
    body: { tenants: [{ href: `/v1/tenants/${world.owedTenantId}` }], includesToCome: true },
    aim: { permission: 'batch.make' },
  });
  if (!made) return;
  world.owedTenantId = null;
  world.batch = { id: made.json().id, makerId: lastActorId(world), approverId: null, isLapsed: false };
};

const approveBatch: Step = async (world, { who }) => {
  const { batch } = world;
  if (!batch || batch.approverId !== null) return;
  const by = await confirm(world, who, `/v1/batch-payments/${batch.id}/approve`, {});
  if (by === null) return;
  checkSecond(world, batch.makerId, by);
  if (!mayAsk(userOf(world, batch.makerId), { permission: 'batch.make' })) {
    throw new Error('a batch of somebody who left was approved');
  }
  batch.approverId = by;
};

/** The bank gets a file only of two people who are admins, and were all the time. The page says the same. */
const downloadBatch: Step = async ({ stage, admins, batch, story }) => {
  if (!batch || batch.approverId === null) return;
  const url = `/v1/batch-payments/${batch.id}`;
  const file = await stage.as(admins.confirming)('GET', `${url}/file`);
  story.push(`an admin: GET ${url}/file: ${outcomeOf(file)}`);
  const shown = (await stage.as(admins.confirming)('GET', url)).json();
  const isHeld = file.statusCode !== 200;
  if (isHeld !== batch.isLapsed || Boolean(shown.isLapsed) !== batch.isLapsed) {
    throw new Error(`batch ${batch.id} has the file ${file.statusCode} and isLapsed ${shown.isLapsed}`);
  }
};

/** Steps that change nobody's rights. Only pending work is checked after them. */
export const moneySteps = { askRates, makeBatch, approveBatch, downloadBatch } satisfies Record<string, Step>;
