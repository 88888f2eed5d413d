import { numberSchemes } from '@kerb/domain/countries/number-schemes.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';
import { buildersFor, type Person } from '../builders.ts';
import { type Stage, startStage } from '../harness.ts';
import { agreeToPayUpfront } from '../payment-fixture.ts';
import { asOwner } from '../test-database.ts';
import type { Answer, Ask } from './ask.ts';
import { type MoodyGateway, moodyGateway } from './moody-gateway.ts';
import { noTruth, type Truth } from './outside-truth.ts';

export const actors = [
  'an admin',
  'a second admin',
  'the manager',
  'the employee',
  'the payer',
  'the second payer',
  'a stranger',
  'somebody signed out',
] as const;
export type ActorName = (typeof actors)[number];

/** An account to which an organisation of each country can be paid. */
// biome-ignore format: a table
const payableAccounts = [
  { bankAccountName: 'Harbour Trust', bankBsbNumber: '062000', bankAccountNumber: '12345678' },
  { bankAccountName: 'Harbour Trust', bankBsbNumber: null,     bankAccountNumber: '0109020068389000' },
];

/** Monday afternoon in Sydney and in Auckland. The sandbox's clock moves forward from here. */
const firstMoment = '2026-11-16T02:00:00.000Z';

/** With this key the providers of mails and text messages sign their receipts. */
export const receiptsSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** The product of one country on one database, for many sequences one after the other. */
export type Theatre = {
  stage: Stage;
  gateway: MoodyGateway;
  admins: readonly [Person, Person];
  stranger: Person;
  account: (typeof payableAccounts)[number];
  /** Whether our own money has a bank account of its own. */
  hasTwoAccounts: boolean;
};

/** The account of our own money, with or without a BSB. */
const operatingAccount = (hasBsb: boolean): Record<string, string> => ({
  OPERATING_ACCOUNT_NAME: 'Kerb Operating',
  OPERATING_ACCOUNT_NUMBER: hasBsb ? '87654321' : '01-0902-0068389-001',
  OPERATING_BSB: hasBsb ? '062-000' : '',
});

const hasBsbIn = (country: string): boolean =>
  Object.entries(numberSchemes).some(([code, { bankAccount }]) => code === country && bankAccount.bsbNumber !== null);

export async function openTheatre(country: string, hasTwoAccounts = false): Promise<Theatre> {
  const stage = await startStage({
    env: {
      ...{ COUNTRY: country, LOG_LEVEL: 'error', MESSAGE_RECEIPTS_SECRET: receiptsSecret },
      ...(hasTwoAccounts ? operatingAccount(hasBsbIn(country)) : {}),
    },
    now: firstMoment,
  });
  const gateway = moodyGateway(must(stage.deps.cards, 'card gateway'));
  stage.deps.cards = gateway;
  const build = buildersFor(stage);
  const admins = [await build.aPerson('admin'), await build.aPerson('admin')] as const;
  const stranger = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
  const account = must(
    payableAccounts.find(({ bankBsbNumber }) => (bankBsbNumber !== null) === hasBsbIn(country)),
    'an account',
  );
  await buildFaults(stage);
  return { stage, gateway, admins, stranger, account, hasTwoAccounts };
}

/** A trigger on each table that money is written to. It raises an error at the n-th insert that `fault` names. */
async function buildFaults({ db }: Stage): Promise<void> {
  await asOwner(db, (tx) => buildFaultsAsOwner(tx));
}

async function buildFaultsAsOwner(tx: Tx): Promise<void> {
  await sql`create table fault (table_name text not null, inserts_left integer not null)`.execute(tx);
  await sql`
    create function break_off() returns trigger language plpgsql as $$ begin
      update fault set inserts_left = inserts_left - 1 where table_name = tg_table_name;
      if exists (select from fault where table_name = tg_table_name and inserts_left = 0) then
        raise exception 'the disk is full';
      end if;
      return new;
    end $$`.execute(tx);
  for (const table of faultTables) {
    await sql`create trigger break_off before insert on ${sql.table(table)}
      for each row execute function break_off()`.execute(tx);
  }
}

export const faultTables = [
  'ledger_transactions',
  'ledger_entries',
  'payments',
  'part_refunds',
  'invoices',
  'log_entries',
  'batches',
] as const;

/** Who creates the campaigns of a sequence, and for which purpose. */
export type Business = { by: 'agency' | 'supplier'; purpose: FundsPurpose };

export type World = Theatre & {
  tenantId: number;
  /** What its campaigns are for. */
  purpose: FundsPurpose;
  people: Record<ActorName, number | null>;
  campaigns: { id: number; payers: readonly number[] }[];
  /** Campaigns whose payers have given what an application needs. */
  prepared: Set<number>;
  /** What happened outside the product, by the answers and by the gateway's own tables. */
  truth: Truth;
  /** Idempotent requests with their first answers, for repeating them. */
  answered: { ask: Ask; answer: Answer }[];
  /** One sentence for each step, with its answer. */
  story: string[];
  /** Numbers of statement lines, so that no two lines are equal. */
  serial: number;
  /** Steps that were taken. */
  steps: number;
  isFaultArmed: boolean;
  offsetDays: number;
  /** Invariants that this run does not judge, to look behind a known bug. */
  ignored: readonly string[];
};

const usualBusiness: Business = { by: 'agency', purpose: 'marketing' };

/** Each world begins with the rates that the code ships. */
async function forgetRates({ db, deps }: Stage): Promise<void> {
  await asOwner(db, async (tx) => {
    await tx.deleteFrom('pendingActs').where('kind', '=', 'rate').execute();
    await tx.deleteFrom('rateChanges').execute();
  });
  await deps.rates.refresh();
}

/** A new organisation with its people and one campaign that was sent. Sequences share nothing else. */
export async function newWorld(theatre: Theatre, { by, purpose }: Business = usualBusiness): Promise<World> {
  const { stage, admins, stranger, account, gateway } = theatre;
  const build = buildersFor(stage);
  const tenantId = await build.aTenant({ type: by, enableDeposits: purpose === 'deposit' });
  if (stage.deps.rates.changes().length > 0) await forgetRates(stage);
  await stage.db.updateTable('tenants').set(account).where('id', '=', tenantId).execute();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  gateway.mood = 'fine';
  await sql`delete from fault`.execute(stage.db);
  const people: World['people'] = {
    'an admin': admins[0].userId,
    'a second admin': admins[1].userId,
    'the manager': manager.userId,
    'the employee': employee.userId,
    'the payer': null,
    'the second payer': null,
    'a stranger': stranger.userId,
    'somebody signed out': null,
  };
  const rest = {
    campaigns: [],
    prepared: new Set<number>(),
    truth: noTruth(),
    answered: [],
    story: [],
    serial: 0,
    steps: 0,
  };
  const world: World = {
    ...theatre,
    tenantId,
    purpose,
    people,
    ...rest,
    isFaultArmed: false,
    offsetDays: 0,
    ignored: [],
  };
  await moveClock(world, 0);
  await raiseCampaign(world, employee);
  return world;
}

/** A sent campaign of 4,200 dollars with two payers, who agreed to the terms. */
export async function raiseCampaign(world: World, by?: Person): Promise<void> {
  const { stage, tenantId, purpose, admins } = world;
  const build = buildersFor(stage);
  const payers = [build.aPayer(), build.aPayer()];
  const campaign = await build.aCampaign(by ?? admins[0], tenantId, { payers, purpose, status: 'waiting-invite' });
  await agreeToPayUpfront(stage, campaign.id);
  world.campaigns.push({ id: campaign.id, payers: campaign.payers.map(({ userId }) => userId) });
}

export async function moveClock(world: World, days: number): Promise<void> {
  world.offsetDays = days === 0 ? 0 : world.offsetDays + days;
  await world.stage.deps.clock.move(world.stage.db, world.offsetDays);
}

/** The n-th insert into the table raises an error, until the fault is disarmed. */
export async function armFault(world: World, table: (typeof faultTables)[number], at: number): Promise<void> {
  world.isFaultArmed = true;
  await sql`insert into fault values (${table}, ${at})`.execute(world.stage.db);
}

export async function disarmFault(world: World): Promise<void> {
  world.isFaultArmed = false;
  await sql`delete from fault`.execute(world.stage.db);
}

export const userOf = (world: World, who: ActorName, campaign: number): number | null => {
  const payers = world.campaigns.find(({ id }) => id === campaign)?.payers ?? [];
  if (who === 'the payer') return payers[0] ?? null;
  if (who === 'the second payer') return payers[1] ?? null;
  return world.people[who];
};

export const today = ({ stage }: World): Day => stage.deps.clock.now().slice(0, 10);

export const dollars = (cents: Cents): number => cents / 100;
export const cents = (amount: number | string): Cents => Math.round(Number(amount) * 100);
