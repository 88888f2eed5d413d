import type { Cents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { sql } from 'kysely';
import { type BatchFacts, type CampaignFacts, readBatches, readCampaigns } from './model.ts';
import { seenFor } from './outside-truth.ts';
import { read } from './steps/step.ts';
import { cents, type World } from './world.ts';

type InvoiceSeen = {
  id: number;
  status: string;
  amount: number;
  paidAmount: number;
  unpaidAmount: number;
  lines: { type: string; amount: number }[];
};
type DetailsSeen = { kind: string | null; isPaid: boolean; amount: number; paidAmount: number; dueAmount: number };

/** The figures of the Payments card. */
export type MoneySeen = {
  paymentState: string;
  paid: number;
  due: number;
  held: number;
  underRefund: number;
  returned: number;
  kept: number;
  onItsWay: number;
  transferred: number;
};

/** The campaign's own fields about money, as its page reads them. */
export type RecordSeen = {
  paymentState: string;
  fundsState: string;
  isMoneyHeld: boolean;
  serviceFee: number | null;
  campaignUpfrontAmount: number | null;
  campaignUpfrontPaymentRef: string | null;
  campaignUpfrontPaymentMethod: string | null;
  serviceFeePaymentRef: string | null;
  campaignFinanceTotalDue?: number | null;
};

/** A campaign's row in a list. */
export type RowSeen = { id: number; status: string; paymentState: string; paymentWay: string | null };

/** What the letters of a loan say, and what its page says of the day of the newest one. */
export type LettersSeen = {
  /** The newest due day that every payer signed, of letters that have not ended. */
  signedDue: string | null;
  /** Requests that wait for an answer or a signature. */
  open: number;
  /** The day and the amount of the page's list of amounts ahead, and the amount of that day by the calculator. */
  ahead: { day: string; total: Cents } | null;
  onDueDay: Cents | null;
  reminderDay: string | null;
};

/** Everything that the screens and the outside say of one campaign, in cents where the world outside counts. */
export type CampaignSeen = Omit<CampaignFacts, 'invoices'> & {
  details: DetailsSeen;
  money: MoneySeen;
  record: RecordSeen;
  row: RowSeen | undefined;
  /** Invoices that are not voided. */
  invoices: InvoiceSeen[];
  held: Cents;
  books: Record<string, Cents>;
  /** Of a loan with an account in the ledger: what its page says of the day up to which the ledger has its interest. */
  loan: {
    isCharged: boolean;
    owed: Cents;
    /** By money, also what it recovered of a loan that was written off. */
    repaid: Cents;
    recovered: Cents;
    writtenOff: Cents;
    dueDate: string | null;
    dueInBook: string | null;
    letters: LettersSeen;
  } | null;
  outside: ReturnType<typeof seenFor> & {
    /** Card charges and refunds whose outcome the product has acknowledged. */
    charged: Cents;
    refunded: Cents;
  };
};

export type Sight = {
  world: World;
  campaigns: CampaignSeen[];
  batches: BatchFacts[];
  /** All that the organisation is owed, by the screen of batch payments. */
  owed: Cents;
  /** Movements of the accounts in the bank that belong to no campaign, of this world's statement lines. */
  payoutsInBooks: Cents;
};

/** A rule about all that was seen. It says what is wrong, or null. */
export type WorldRule = (sight: Sight) => string | null | Promise<string | null>;

type ChargeRow = { reference: string; isRefund: boolean; amountCents: string };

const chargesOf = async ({ stage, tenantId }: World): Promise<ChargeRow[]> => {
  const { rows } = await sql<ChargeRow>`
    select c.reference, c.refund_of is not null as is_refund, c.amount_cents from sandbox_card_charges c
    where c.state = 'approved' and exists (select from payments p join agreements a on a.id = p.agreement_id
      where a.tenant_id = ${tenantId} and (c.reference in (p.reference, p.refund_reference)
        or exists (select from part_refunds r where r.payment_id = p.id and r.reference = c.reference)))`.execute(
    stage.db,
  );
  return rows;
};

async function booksOf({ stage, tenantId }: World): Promise<Map<number, Record<string, Cents>>> {
  const { rows } = await sql<{ agreementId: number; account: string; balance: string }>`
    select t.agreement_id, e.account, sum(e.amount) as balance
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where t.agreement_id in (select id from agreements where tenant_id = ${tenantId})
    group by 1, 2`.execute(stage.db);
  const books = new Map<number, Record<string, Cents>>();
  for (const { agreementId, account, balance } of rows) {
    books.set(agreementId, { ...books.get(agreementId), [account]: cents(balance) });
  }
  return books;
}

async function payoutsInBooks({ stage, tenantId }: World): Promise<Cents> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(e.amount), 0) as sum from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id
    left join ledger_transactions r on r.id = t.reverses_id
    where t.agreement_id is null and e.account in ('bank', 'trust', 'operating')
      and coalesce(t.description, r.description) like ${`%W${tenantId}W%`}`.execute(stage.db);
  return cents(must(rows[0], 'sum').sum);
}

/** A charge counts once the product has acknowledged it, and a refund too. Before that nobody can know of it. */
function cardMoney({ payments, refunds }: CampaignFacts, charges: readonly ChargeRow[]) {
  const amountOf = (reference: string | null) =>
    Number(charges.find((charge) => charge.reference === reference)?.amountCents ?? 0);
  const cards = payments.filter(({ method, wasApproved }) => method === 'card' && wasApproved);
  const sum = (amounts: Cents[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    charged: sum(cards.map(({ reference }) => amountOf(reference))),
    refunded: sum([
      ...cards.filter(({ status }) => status === 'voided').map(({ refundReference }) => amountOf(refundReference)),
      ...refunds.filter(({ status }) => status === 'made').map(({ reference }) => amountOf(reference)),
    ]),
  };
}

type LoanSeen = {
  balances: { onDate: { total: number } | null } | null;
  dates: { dueDate: string | null };
  ahead: { amounts: { kind: string; day: string; total: number }[] } | null;
  reminders?: { name: string; day: string | null }[];
};
type AccountSeen = {
  writtenOff: number;
  repayments: { status: string; fees: number; interest: number; principal: number; recovered: number }[];
};

async function lettersSeen(world: World, id: number, { dates, ahead, reminders }: LoanSeen): Promise<LettersSeen> {
  const { rows } = await sql<{ signedDue: string | null; open: number }>`
    select (array_agg(new_due_date::text order by id desc) filter (where signed_date is not null
        and ended_date is null))[1] as signed_due,
      (count(*) filter (where signed_date is null and ended_date is null
        and outcome is distinct from 'declined'))::int as open
    from loan_requests where agreement_id = ${id}`.execute(world.stage.db);
  const { signedDue, open } = must(rows[0], 'letters');
  const due = ahead?.amounts.find(({ kind }) => kind === 'due');
  const isRead = signedDue !== null && dates.dueDate !== null;
  const onDue = isRead ? await read<LoanSeen>(world, `/v1/agreements/${id}/loan?date=${dates.dueDate}`) : null;
  return {
    signedDue,
    open,
    ahead: due ? { day: due.day, total: cents(due.total) } : null,
    onDueDay: onDue?.balances?.onDate ? cents(onDue.balances.onDate.total) : null,
    reminderDay: reminders?.find(({ name }) => name === 'payment-due')?.day ?? null,
  };
}

async function loanSeen(world: World, { id, status, option, repaidOn }: CampaignFacts): Promise<CampaignSeen['loan']> {
  if (option !== 'pl' && option !== 'pos') return null;
  const { rows } = await sql<{ day: string; due: string }>`
    select accrued_until::text as day, due_date::text as due from loan_accounts where agreement_id = ${id}`.execute(
    world.stage.db,
  );
  const [account] = rows;
  if (!account) return null;
  const page = await read<LoanSeen>(world, `/v1/agreements/${id}/loan?date=${account.day}`);
  const { balances, dates } = page;
  const isRunning = ['signed', 'executed', 'withdrawn', 'waiting-settlement', 'complete'].includes(status);
  const { repayments, writtenOff } = await read<AccountSeen>(world, `/v1/agreements/${id}/loan-account`);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + cents(amount), 0);
  return {
    isCharged: isRunning && balances !== null,
    // A repaid loan states what it cost, and nothing is owed.
    owed: repaidOn === null ? cents(balances?.onDate?.total ?? 0) : 0,
    repaid: sum(
      repayments.flatMap(({ fees, interest, principal, recovered }) => [fees, interest, principal, recovered]),
    ),
    recovered: sum(repayments.map(({ recovered }) => recovered)),
    writtenOff: cents(writtenOff),
    dueDate: dates.dueDate,
    dueInBook: account.due === 'infinity' ? null : account.due,
    letters: await lettersSeen(world, id, page),
  };
}

async function lookAt(world: World, campaign: CampaignFacts, charges: readonly ChargeRow[]) {
  const url = `/v1/agreements/${campaign.id}`;
  const [record, details, money, { items }, { heldAmount }] = await Promise.all([
    read<RecordSeen>(world, url),
    read<DetailsSeen>(world, `${url}/payment-details`),
    read<MoneySeen>(world, `${url}/money`),
    read<{ items: InvoiceSeen[] }>(world, `${url}/invoices`),
    read<{ heldAmount: number }>(world, `${url}/held-money`),
  ]);
  const outside = { ...seenFor(world.truth, campaign.id), ...cardMoney(campaign, charges) };
  const invoices = items.filter(({ status }) => status !== 'voided');
  const loan = await loanSeen(world, campaign);
  return { ...campaign, record, details, money, invoices, held: cents(heldAmount), outside, loan };
}

export async function look(world: World): Promise<Sight> {
  const [facts, charges, books] = [await readCampaigns(world), await chargesOf(world), await booksOf(world)];
  const rows = (await read<{ items: RowSeen[] }>(world, `/v1/agreements?tenantId=${world.tenantId}`)).items;
  const campaigns: CampaignSeen[] = [];
  for (const each of facts) {
    const row = rows.find(({ id }) => id === each.id);
    campaigns.push({ ...(await lookAt(world, each, charges)), row, books: books.get(each.id) ?? {} });
  }
  const { items } = await read<{ items: { tenant: { href: string }; amount: number }[] }>(
    world,
    '/v1/batch-payments/owed',
  );
  const own = items.find(({ tenant }) => tenant.href === `/v1/tenants/${world.tenantId}`);
  return {
    world,
    campaigns,
    batches: await readBatches(world),
    owed: cents(own?.amount ?? 0),
    payoutsInBooks: await payoutsInBooks(world),
  };
}
