import type { Cents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { sql } from 'kysely';
import { Broken } from './ask.ts';
import { brokenBooks } from './books.ts';
import { letterRules } from './letters.ts';
import { readLines } from './model.ts';
import { bankAccountOf, campaignOfReference } from './outside-truth.ts';
import { isPaidInFull, type Rule, screenRules } from './screens.ts';
import { type CampaignSeen, look, type Sight } from './sight.ts';
import { cents, today, type World } from './world.ts';

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const isEnded = ({ status }: CampaignSeen) => status === 'cancelled' || status === 'rejected';
const isFinanced = ({ option }: CampaignSeen) => option === 'pl' || option === 'pos';
const said = (amount: Cents): string => (amount / 100).toFixed(2);

/** What the payer has paid and not got back. */
export const receivedNet = ({ outside }: CampaignSeen): Cents =>
  outside.charged -
  outside.refunded +
  outside.deposited +
  outside.elsewhere -
  outside.returned -
  outside.backFromBank -
  outside.backElsewhere;

/** What money repaid of a loan. */
const repaidOf = ({ loan }: CampaignSeen): Cents => loan?.repaid ?? 0;

const underRefund = ({ payments, refunds }: CampaignSeen): Cents =>
  sum(payments.filter(({ isBeingVoided }) => isBeingVoided).map(({ total }) => total)) +
  sum(refunds.filter(({ status }) => status === 'requested').map(({ amount, fee }) => amount - fee));

const feesKept = ({ refunds }: CampaignSeen): Cents =>
  sum(refunds.filter(({ status }) => status === 'requested' || status === 'made').map(({ fee }) => fee));

/** On invoices that are paid in full: all but the organisation's part. A discount makes it smaller. */
const earnedByInvoices = ({ invoices }: CampaignSeen): Cents =>
  sum(
    invoices
      .filter(({ unpaidAmount }) => unpaidAmount === 0)
      .flatMap(({ lines }) => lines.filter(({ type }) => type !== 'sale').map(({ amount }) => cents(amount))),
  );
const earned = (campaign: CampaignSeen): Cents => earnedByInvoices(campaign) + feesKept(campaign);

const paidInPart = ({ invoices }: CampaignSeen): Cents =>
  sum(invoices.filter(({ unpaidAmount }) => unpaidAmount > 0).map(({ paidAmount }) => cents(paidAmount)));

const lent = (campaign: CampaignSeen): Cents =>
  isFinanced(campaign) ? campaign.budget + (campaign.option === 'pl' ? campaign.additional : 0) : 0;

/** A loan is owed from its signature on. One that ended is lent as far as it was paid out. */
function lentSoFar(campaign: CampaignSeen): Cents {
  if (!isFinanced(campaign)) return 0;
  if (isEnded(campaign)) return campaign.outside.paidOut;
  return campaign.signedOn === null ? 0 : lent(campaign);
}

/** What remains for the organisation of the money that came, or of the loan that was signed. */
function expectedOwed(campaign: CampaignSeen): Cents {
  const fromPayer =
    receivedNet(campaign) -
    campaign.held -
    earned(campaign) -
    paidInPart(campaign) -
    underRefund(campaign) -
    repaidOf(campaign);
  return fromPayer + lentSoFar(campaign) - campaign.outside.paidOut;
}

/** New Zealand lets a borrower cancel within five working days. Public holidays would only make it longer. */
const cancellationDays = ({ stage }: World): number => (stage.deps.country.code === 'NZ' ? 5 : 0);

function weekdaysBetween(from: string, to: string): number {
  let [count, day] = [0, Temporal.PlainDate.from(from)];
  while (Temporal.PlainDate.compare(day, Temporal.PlainDate.from(to)) < 0) {
    day = day.add({ days: 1 });
    if (day.dayOfWeek <= 5) count += 1;
  }
  return count;
}

/** Rules of one campaign. Each says what is wrong, or null. */
const rules: Record<string, Rule> = {
  ...screenRules,
  ...letterRules,
  'no organisation is paid more than was received or lent for it': (campaign) => {
    const most = receivedNet(campaign) - underRefund(campaign) + lent(campaign);
    const { paidOut } = campaign.outside;
    return paidOut > most ? `${said(paidOut)} was paid out of ${said(most)}` : null;
  },
  'payers’ money is what is held for the payer and the organisation, and never less than nothing': (campaign) => {
    const account = (name: string): Cents => campaign.books[name] ?? 0;
    const cash = account('gateway') + account('trust') + account('elsewhere');
    const parts = ['held', 'received', 'refunds', 'organisation', 'transit'].map((name) => -account(name));
    const owed = sum(parts) - account('agreed');
    return cash === owed && cash >= 0 ? null : `payers’ money is ${said(cash)}, and ${said(owed)} is held for others`;
  },
  'our own money is what was earned and collected, less what was lent and given': (campaign) => {
    const account = (name: string): Cents => campaign.books[name] ?? 0;
    const earnedOf = ['fees', 'tax', 'lending', 'interest', 'carried'].map((name) => -account(name));
    const spent = ['discounts', 'loans', 'charges', 'accrued', 'writeoffs', 'shortfall'].map(account);
    const own = sum(earnedOf) - sum(spent);
    return account('bank') === own ? null : `${said(account('bank'))} is ours, not ${said(own)}`;
  },
  'the gateway, the bank and the other money are in the books': ({ books: all, outside }) => {
    const books: Record<string, Cents> = { ...all, inBank: (all.bank ?? 0) + (all.trust ?? 0) };
    const expected = {
      gateway: outside.charged - outside.refunded,
      inBank: outside.deposited - outside.returned - outside.backFromBank - outside.paidOut,
      elsewhere: outside.elsewhere - outside.backElsewhere,
    };
    const wrong = Object.entries(expected).filter(([account, amount]) => (books[account] ?? 0) !== amount);
    return wrong.length > 0
      ? wrong.map(([account, amount]) => `${account} is ${said(books[account] ?? 0)}, not ${said(amount)}`).join(', ')
      : null;
  },
  'standing invoices ask for what is due': (campaign) => {
    const unpaid = sum(campaign.invoices.map(({ unpaidAmount }) => cents(unpaidAmount)));
    const asksNothing = campaign.option === 'pl' || isEnded(campaign);
    const due = asksNothing ? 0 : cents(campaign.details.dueAmount);
    if (!asksNothing && campaign.invoices.length === 0) return null;
    return unpaid === due ? null : `the invoices ask for ${said(unpaid)} and ${said(due)} is due`;
  },
  'Pay Later has nothing to pay now': ({ option, details }) =>
    option === 'pl' && details.dueAmount !== 0 ? `${details.dueAmount} is due` : null,
  'Pay On Success bills no budget': ({ option, invoices }) =>
    option === 'pos' && invoices.some(({ lines }) => lines.some(({ type }) => type === 'sale'))
      ? 'an invoice has the budget as a line'
      : null,
  '‘paid’ is said exactly where everything is paid': (campaign) => {
    const { details } = campaign;
    if (isEnded(campaign) || campaign.option === 'pl' || details.kind === null) return null;
    if (details.isPaid && details.dueAmount > 0) return `paid, and ${details.dueAmount} is due`;
    const left = receivedNet(campaign) - campaign.held - underRefund(campaign) - feesKept(campaign);
    const hasPaid = left - repaidOf(campaign) > 0;
    return !details.isPaid && details.dueAmount === 0 && hasPaid ? 'nothing is due, and it is not called paid' : null;
  },
  'the Payments card says what the ledger and the outside say': (campaign) => {
    const { money, books, outside, held, details } = campaign;
    const account = (name: string): Cents => -(books[name] ?? 0);
    // biome-ignore format: a table
    const expected: [name: keyof typeof money, amount: Cents][] = [
      ['due',         -account('payer')],
      ['held',        account('held')],
      ['held',        held],
      ['underRefund', account('refunds')],
      ['underRefund', underRefund(campaign)],
      ['kept',        account('organisation')],
      ['onItsWay',    account('transit')],
      ['transferred', outside.paidOut],
      ['returned',    outside.returned],
    ];
    const wrong = expected.find(([name, amount]) => cents(money[name]) !== amount);
    if (wrong) return `${wrong[0]} is ${money[wrong[0]]}, not ${said(wrong[1])}`;
    // While one payment is being refunded, others may pay for everything.
    const isPaid = money.paymentState === 'refunding' ? isPaidInFull(campaign) : money.paymentState === 'paid';
    const isCalledPaid = details.isPaid === isPaid || isEnded(campaign);
    return isCalledPaid ? null : `paid is ${details.isPaid}, and the state is ${money.paymentState}`;
  },
  'nothing is negative': ({ books, held }) => {
    const wrong = ['organisation', 'held'].filter((account) => (books[account] ?? 0) > 0);
    return wrong.length > 0 || held < 0 ? wrong.map((name) => `${name} is ${said(books[name] ?? 0)}`).join(', ') : null;
  },
  'a drawn loan owes in the ledger what its page says, and no other loan owes fees or interest': (campaign) => {
    const { books, loan } = campaign;
    const charged = (books.charges ?? 0) + (books.accrued ?? 0);
    if (!loan?.isCharged) return charged === 0 ? null : `${said(charged)} is charged`;
    const owed = charged + (books.agreed ?? 0) + (books.loans ?? 0);
    return owed === loan.owed ? null : `the ledger has ${said(owed)}, the page ${said(loan.owed)}`;
  },
  'the loan book has the due day that the page of a charged loan says': ({ loan }) =>
    loan?.isCharged && loan.dueDate !== loan.dueInBook ? `${loan.dueInBook}, not ${loan.dueDate}` : null,
  'what is written off of a loan was lost and not recovered': async ({ id, books, loan }, { world }) => {
    const { rows } = await sql<{ lost: string }>`
      select coalesce(sum(e.amount), 0) as lost from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where t.agreement_id = ${id} and t.event = 'write-off' and e.account = 'writeoffs'`.execute(world.stage.db);
    const lost = cents(must(rows[0], 'sum').lost);
    const { recovered, writtenOff } = loan ?? { recovered: 0, writtenOff: books.writeoffs ?? 0 };
    if (recovered < 0 || recovered > lost) return `${said(recovered)} is recovered of ${said(lost)}`;
    const isRight = writtenOff === lost - recovered && writtenOff === (books.writeoffs ?? 0);
    return isRight ? null : `the page has ${said(writtenOff)} written off, not ${said(lost - recovered)}`;
  },
  'a loan is not repaid in the future': ({ repaidOn }, { world }) =>
    repaidOn !== null && repaidOn > today(world) ? `repaid on ${repaidOn}` : null,
  'a loan does not end before it starts': ({ startsOn, endsOn }) =>
    startsOn !== null && endsOn !== null && endsOn < startsOn ? `from ${startsOn} to ${endsOn}` : null,
};

type WorldRule = (sight: Sight) => string | null | Promise<string | null>;

const worldRules: Record<string, WorldRule> = {
  'every cent received or lent is owed, held, earned, returned or paid out': ({ campaigns, owed }) => {
    const expected = sum(campaigns.map(expectedOwed));
    return owed === expected ? null : `${said(owed)} is owed, and ${said(expected)} is left for the organisation`;
  },
  'payouts of the gateway are in the books': ({ payoutsInBooks, world }) => {
    const expected = sum([...world.truth.payouts.values()]);
    return payoutsInBooks === expected ? null : `${said(payoutsInBooks)}, not ${said(expected)}`;
  },
  'the bank account is what came, less what was returned and paid out': ({ campaigns, payoutsInBooks, world }) => {
    const inBooks = sum(campaigns.map(({ books }) => (books.bank ?? 0) + (books.trust ?? 0))) + payoutsInBooks;
    const expected = bankAccountOf(world.truth);
    return inBooks === expected ? null : `the books have ${said(inBooks)}, the bank has ${said(expected)}`;
  },
  'a matched statement line is one payment of its amount': async ({ world, campaigns }) => {
    const payments = campaigns.flatMap((campaign) => campaign.payments);
    const matched = (await readLines(world)).filter(({ state, isPayout }) => state === 'matched' && !isPayout);
    const wrong = matched.find(({ paymentId, amount }) => {
      const payment = payments.find(({ id }) => id === paymentId);
      return payment?.status !== 'approved' || payment.method !== 'direct-deposit' || payment.total !== amount;
    });
    const isTwice = new Set(matched.map(({ paymentId }) => paymentId)).size !== matched.length;
    if (wrong) return `line ${wrong.serial} of ${said(wrong.amount)} is matched with payment ${wrong.paymentId}`;
    return isTwice ? 'two lines are matched with one payment' : null;
  },
  'a bank file pays each campaign once, with the amount of its item': async ({ world }) => {
    for (const [batch, credits] of world.truth.transfers) {
      const { rows } = await sql<{ agreementId: number; amount: string }>`
        select agreement_id, amount from batch_items where batch_id = ${batch}`.execute(world.stage.db);
      const paid = credits.map(({ reference, amount }) => `${campaignOfReference(reference)} ${amount}`).toSorted();
      const items = rows.map(({ agreementId, amount }) => `${agreementId} ${cents(amount)}`).toSorted();
      if (paid.join() !== items.join()) return `the file has ${paid.join()}, the batch ${items.join()}`;
    }
    return null;
  },
  'the bank sent back what the batches say, and no payment twice': async ({ world }) => {
    const { rows } = await sql<{ key: string; amount: string }>`
      select batch_id || ' ' || agreement_id as key, amount from batch_items
      where tenant_id = ${world.tenantId} and returned_date is not null`.execute(world.stage.db);
    const recorded = rows.map(({ key, amount }) => `${key} ${cents(amount)}`).toSorted();
    const outside = [...world.truth.bounces].map(([key, { amount }]) => `${key} ${amount}`).toSorted();
    return recorded.join() === outside.join() ? null : `recorded ${recorded.join()}, sent back ${outside.join()}`;
  },
  'a loan is not paid out while it can be cancelled': async ({ world, campaigns }) => {
    const { rows } = await sql<{ agreementId: number; day: string }>`
      select i.agreement_id, (b.approved_date at time zone ${world.stage.deps.country.defaultTimeZone})::date::text as day
      from batch_items i join batches b on b.id = i.batch_id
      where i.tenant_id = ${world.tenantId} and b.approved_date is not null and not i.is_discarded`.execute(
      world.stage.db,
    );
    const tooEarly = rows.find(({ agreementId, day }) => {
      const signedOn = campaigns.find(({ id }) => id === agreementId)?.signedOn;
      return signedOn && signedOn <= day && weekdaysBetween(signedOn, day) < cancellationDays(world);
    });
    return tooEarly ? `campaign ${tooEarly.agreementId} was in a batch on ${tooEarly.day}` : null;
  },
  'each approved card payment has one charge, and each refund one refund': ({ campaigns }) => {
    const wrong = campaigns.find(({ payments, refunds, outside }) => {
      const cards = payments.filter(({ method, wasApproved }) => method === 'card' && wasApproved);
      const isCharged = outside.charged === sum(cards.map(({ total }) => total));
      const voided = cards.filter(({ status }) => status === 'voided');
      const parts = refunds.filter(({ status, method }) => status === 'made' && method === 'card');
      const refunded = sum(voided.map(({ total }) => total)) + sum(parts.map(({ amount, fee }) => amount - fee));
      return !isCharged || outside.refunded !== refunded;
    });
    return wrong ? `campaign ${wrong.id} differs from the gateway` : null;
  },
  'no more of a payment goes back in part than was paid, and nothing of one that is voided': ({ campaigns }) => {
    const wrong = campaigns
      .flatMap(({ payments, refunds }) => payments.map((payment) => ({ payment, refunds })))
      .find(({ payment: { id, total, status }, refunds }) => {
        const gone = refunds.filter((each) => each.paymentId === id && ['requested', 'made'].includes(each.status));
        const amount = sum(gone.map((each) => each.amount));
        return amount > total || (amount > 0 && status !== 'approved');
      });
    return wrong ? `payment ${wrong.payment.id} of ${said(wrong.payment.total)}` : null;
  },
  'every ledger transaction is balanced and logged': async ({ world }) => {
    const { rows } = await sql<{ id: number; event: string; isLogged: boolean; sum: string }>`
      select t.id, t.event, (select coalesce(sum(e.amount), 0) from ledger_entries e where e.transaction_id = t.id) as sum,
        exists (select from log_entries l where l.target_agreement_id = t.agreement_id
          and l.xmin::text = t.xmin::text) or t.event = 'interest' as is_logged
      from ledger_transactions t join agreements a on a.id = t.agreement_id
      where a.tenant_id = ${world.tenantId}`.execute(world.stage.db);
    const wrong = rows.find((row) => !row.isLogged || Number(row.sum) !== 0);
    return wrong ? `${wrong.event} sums to ${wrong.sum}${wrong.isLogged ? '' : ' and is not logged'}` : null;
  },
};

export const invariantNames = [...Object.keys(rules), ...Object.keys(worldRules)];

/** Every rule that does not hold now, with its figures. */
export async function brokenRules(world: World): Promise<string[]> {
  const sight = await look(world);
  const broken: string[] = [];
  for (const [name, rule] of Object.entries(rules)) {
    for (const campaign of sight.campaigns) {
      const wrong = await rule(campaign, sight);
      if (wrong !== null) broken.push(`${name}: campaign ${campaign.id}: ${wrong}`);
    }
  }
  for (const [name, rule] of Object.entries(worldRules)) {
    const wrong = await rule(sight);
    if (wrong !== null) broken.push(`${name}: ${wrong}`);
  }
  return [...broken, ...(await brokenBooks(world)), ...(await brokenInvariants(world.stage.db, [world.tenantId]))];
}

export async function judge(world: World): Promise<void> {
  const broken = (await brokenRules(world)).filter((rule) => !world.ignored.some((name) => rule.startsWith(name)));
  if (broken.length > 0) throw new Broken(broken.join('\n'));
}
