import { type Day, writtenDay } from '@kerb/domain/kernel/dates.ts';
import { type Cents, formatMoney, type MoneyStyle } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { AmountsAhead } from '@kerb/domain/loans/amounts-ahead.ts';
import type { LoanInvoiceType } from '@kerb/domain/loans/loan-invoices.ts';
import { loanReminders, type ReminderName } from '@kerb/domain/loans/reminders.ts';
import { ourMail, type Sender } from '@kerb/domain/notifications/sender.ts';
import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';

export type LoanMessageFacts = Pick<Sender, 'brand' | 'supportPhone' | 'checkUrl'> & {
  money: MoneyStyle;
  campaignName: string;
  flowNumber: string;
  today: Day;
  /** The cost of repaying today. */
  totalToday: Cents;
  /** The cost on the days ahead, as the invoice states it. */
  ahead: AmountsAhead;
  /** False for Pay On Success: its total does not grow. */
  bearsInterest: boolean;
  loanStartDate: Day;
  /** Null for Pay On Success, which has no longest term. */
  latestEndDate: Day | null;
  settlementDate: Day | null;
  withdrawnDate: Day | null;
  dueDate: Day | null;
};
type Words = { subject: string; body: string };

const written = (day: Day | null, { locale }: MoneyStyle): string =>
  day === null ? 'a day yet to be named' : writtenDay(day, locale);

const owed = ({ totalToday, money, bearsInterest }: LoanMessageFacts): string =>
  `Repaying the loan today costs ${formatMoney(totalToday, money)}.${bearsInterest ? ' Interest is added for each day that has ended.' : ''}`;
const ends = ({ latestEndDate, money }: LoanMessageFacts): string =>
  latestEndDate === null
    ? 'It must be repaid when the sale settles, or when the property is withdrawn from sale.'
    : `It must be repaid by ${written(latestEndDate, money)}, or earlier if the sale settles or the property is withdrawn from sale.`;

/** The figures of the attached invoice for the days ahead, so that nobody pays short. */
function ahead({ ahead: { amounts, interestPerDay, interestFrom }, money }: LoanMessageFacts): string[] {
  const paid = amounts.map(
    ({ kind, day, total, isEstimate }) =>
      `Repaying it on ${written(day, money)} (${kind}) costs ${formatMoney(total, money, true)}${isEstimate ? ', by our estimate' : ''}.`,
  );
  if (interestPerDay === null) return paid.length > 0 ? [paid.join(' ')] : [];
  const from = interestFrom === null ? '' : ` from ${written(interestFrom, money)} on`;
  return [[...paid, `Interest for each day${from} is ${formatMoney(interestPerDay, money, true)}.`].join(' ')];
}

/** Why a loan is due: its sale has ended, or its longest term. */
function whyDue({ campaignName, withdrawnDate, settlementDate, today, money }: LoanMessageFacts): string {
  if (withdrawnDate) return `${campaignName} was withdrawn from sale on ${written(withdrawnDate, money)}.`;
  if (settlementDate !== null && settlementDate <= today) {
    return `${campaignName} settled on ${written(settlementDate, money)}.`;
  }
  return `The loan for ${campaignName} has reached the end of its longest term.`;
}

const tellUs = 'Has the property been sold, or withdrawn from sale? Please tell your agent or us.';

/** The messages to payers while their loan is running. */
// biome-ignore format: a table
const liveWords: Partial<Record<ReminderName, (facts: LoanMessageFacts) => string[]>> = {
  'live-30':            (f) => [`Your loan for ${f.campaignName} has run for 30 days.`, owed(f), ends(f), tellUs],
  'live-90':            (f) => [`Your loan for ${f.campaignName} has run for 90 days.`, owed(f), ends(f), tellUs],
  'live-150':           (f) => [`Your loan for ${f.campaignName} has run for 150 days.`, owed(f), ends(f), tellUs],
  'live-173':           (f) => [`Your loan for ${f.campaignName} ends in a week, on ${written(f.latestEndDate, f.money)}.`, owed(f), 'Please plan to repay it by then. If you cannot, please call us as early as you can.'],
  'interest-free-ends': (f) => [`The interest-free days of your loan for ${f.campaignName} have ended.`, 'From today on, interest is added for each day that has ended.', ends(f)],
};

/** The messages to the people who handle the settlement, with the invoice attached. */
// biome-ignore format: a table
const invoiceWords: Record<LoanInvoiceType, (facts: LoanMessageFacts) => { subject: string; parts: string[] }> = {
  standard:        (f) => ({ subject: `Loan invoice for ${f.campaignName}`, parts: [`The loan invoice for ${f.campaignName} is attached.`, owed(f), ...ahead(f)] }),
  pre_settlement:  (f) => ({ subject: `Settlement of ${f.campaignName} is coming up`, parts: [`${f.campaignName} settles on ${written(f.settlementDate, f.money)}. The loan invoice is attached.`, `Payment is due by ${written(f.dueDate, f.money)}.`, owed(f), ...ahead(f)] }),
  post_settlement: (f) => ({ subject: `Payment for ${f.campaignName} after settlement`, parts: [`${f.campaignName} settled on ${written(f.settlementDate, f.money)}. The loan invoice is attached.`, `Payment is due by ${written(f.dueDate, f.money)}.`, owed(f), ...ahead(f)] }),
};

/** The payer that a mail greets, and whether it has their link. Others get the same words without both. */
export type LoanReader = { firstName: string | null; hasLink?: boolean };
const anyone: LoanReader = { firstName: null };

const signed = (parts: readonly string[], facts: LoanMessageFacts, { firstName, hasLink }: LoanReader): string =>
  ourMail(facts, {
    firstName,
    parts: [...parts, ...(hasLink ? [`See your loan:\n${secretPlace}`] : [])],
    flowNumber: facts.flowNumber,
  });

export function loanInvoiceMail(type: LoanInvoiceType, facts: LoanMessageFacts, reader = anyone): Words {
  const { subject, parts } = invoiceWords[type](facts);
  return { subject, body: signed(parts, facts, reader) };
}

const dueParts = (facts: LoanMessageFacts): string[] => [
  whyDue(facts),
  `Payment is due on ${written(facts.dueDate, facts.money)}. The loan invoice is attached.`,
  owed(facts),
  ...ahead(facts),
];

type Settled = Pick<LoanMessageFacts, 'settlementDate' | 'today'>;

/** The type of invoice attached to a reminder; undefined for reminders without one. */
// biome-ignore format: a table
const invoices: Partial<Record<ReminderName, (loan: Settled) => LoanInvoiceType>> = {
  'pre-settlement':  () => 'pre_settlement',
  'post-settlement': () => 'post_settlement',
  'payment-due':     ({ settlementDate, today }) => settlementDate !== null && settlementDate < today ? 'post_settlement' : 'standard',
};
export const invoiceOfReminder = (name: ReminderName, loan: Settled): LoanInvoiceType | undefined =>
  invoices[name]?.(loan);

export function loanReminderMail(name: ReminderName, facts: LoanMessageFacts, reader = anyone): Words {
  const type = invoiceOfReminder(name, facts);
  const subject = `${facts.flowNumber} ${facts.campaignName}: ${loanReminders[name].label}`;
  if (name === 'payment-due') return { subject, body: signed(dueParts(facts), facts, reader) };
  if (type) return { subject, body: signed(invoiceWords[type](facts).parts, facts, reader) };
  return { subject, body: signed(must(liveWords[name], `text for ${name}`)(facts), facts, reader) };
}
