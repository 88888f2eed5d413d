import { isPayer, type Standing } from '@kerb/domain/access/actor.ts';
import type { Permission } from '@kerb/domain/access/permissions.ts';
import { loanKeptFrom } from '@kerb/domain/agreements/field-groups.ts';
import { transitions } from '@kerb/domain/agreements/transitions.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';
import type { FundsState, PaymentState } from '@kerb/domain/vocabulary/payment-state.ts';
import { type FinanceOptionCode, type FundsPurpose, payerWord } from '@kerb/domain/vocabulary/value-lists.ts';

/** A reader of a campaign who is not its payer. A supplier's team, managers included, does not manage loans. */
export const staffRoles = ['admin', 'manager', 'employee', 'supplier'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Null for a payer, whose page has its own steps. */
export function staffRoleOf(standing: Standing, organisation: OrganisationType): StaffRole | null {
  if (standing === 'admin' || standing === 'vendor') return isPayer(standing) ? null : 'admin';
  return organisation === loanKeptFrom ? 'supplier' : standing;
}

/** The facts of a campaign that decide its action. */
export type ActionFacts = {
  status: AgreementStatus;
  financeOptionCode: FinanceOptionCode | null;
  paymentState: PaymentState;
  fundsState: FundsState;
  fundManually: boolean;
  /** Whether its funds are in a batch that is neither discarded nor transferred. */
  isInBatch: boolean;
  /** False while the borrower may still cancel the loan, a part is unpaid or a refund is on its way. */
  isPayable: boolean;
  /** We hold money that belongs to the payer. */
  isMoneyHeld: boolean;
  actionSuggested: boolean;
  /** Days until the loan is due: negative once it is overdue, null without a due day. */
  dueInDays: number | null;
  /** Days until the settlement: negative once it is past, null without a settlement date. */
  settlesInDays: number | null;
  /** Payers who have no link yet, or whose message failed. */
  unsent: number;
  /** Payers who can be reminded now. */
  remindable: number;
};

type Action = {
  permission: Permission;
  /** `payers` is the word for the payers whom the action reaches: 'vendor', or '2 vendors'. */
  label: string | ((payers: string) => string);
  /** Whether there is anything to do. The table has the statuses; this is about the campaign's money and dates. */
  isOpen: (facts: ActionFacts) => boolean;
  /** Whether it is this person's turn. If not, the campaign waits for somebody else and the action is possible. */
  isDue: (facts: ActionFacts) => boolean;
};

const always = () => true;
const never = () => false;
const isKept = ({ fundsState, isInBatch }: ActionFacts) => fundsState === 'kept' && !isInBatch;
const isPayable = (facts: ActionFacts) => facts.isPayable;
const isUnpaid = ({ paymentState }: ActionFacts) => paymentState === 'none' || paymentState === 'part';
const isPast = (days: number | null) => days !== null && days < 0;
const isDueNow = ({ dueInDays }: ActionFacts) => dueInDays !== null && dueInDays <= 0;

// biome-ignore format: a table
export const actions = {
  send:           { permission: 'payer.send',           label: (payers) => `Send to ${payers}`, isOpen: ({ status, unsent }) => status === 'draft' || unsent > 0, isDue: always },
  remind:         { permission: 'payer.send',           label: (payers) => `Remind ${payers}`,  isOpen: ({ remindable }) => remindable > 0,       isDue: ({ actionSuggested }) => actionSuggested },
  followUp:       { permission: 'agreement.flag',       label: 'Mark follow-up done',           isOpen: ({ actionSuggested }) => actionSuggested, isDue: always },
  closeRequest:   { permission: 'agreement.set-status', label: transitions.closeRequest.label,  isOpen: always,                                   isDue: never },
  chooseOption:   { permission: 'option.choose',        label: 'Choose a payment option',       isOpen: always,                                   isDue: always },
  approve:        { permission: 'agreement.set-status', label: transitions.approve.label,       isOpen: always,                                   isDue: always },
  recordPayment:  { permission: 'payment.record',       label: 'Record a payment',              isOpen: isUnpaid,                                 isDue: ({ status }) => status === 'waiting-approval' },
  addToBatch:     { permission: 'batch.make',           label: 'Add to a batch',                isOpen: (f) => isKept(f) && !f.fundManually,      isDue: isPayable },
  recordTransfer: { permission: 'funds.record',         label: 'Record transfer',               isOpen: (f) => isKept(f) && f.fundManually,       isDue: isPayable },
  openBatch:      { permission: 'batch.read',           label: 'Open Batch Payments',           isOpen: ({ isInBatch }) => isInBatch,             isDue: never },
  settle:         { permission: 'loan.manage',          label: 'Record settlement',             isOpen: always,                                   isDue: ({ settlesInDays }) => isPast(settlesInDays) },
  repay:          { permission: 'loan.terms',           label: 'Record repayment',              isOpen: (f) => f.status !== 'executed' || isDueNow(f), isDue: isDueNow },
  returnMoney:    { permission: 'payment.return',       label: 'Return money held',             isOpen: ({ isMoneyHeld }) => isMoneyHeld,         isDue: always },
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof actions;
export const actionNames = Object.keys(actions) as ActionName[];

type ByRole = Record<StaffRole, readonly ActionName[]>;
type ByOption = Record<FinanceOptionCode | 'none', ByRole>;

const forNone: ByRole = { admin: [], manager: [], employee: [], supplier: [] };
const forAll = (names: readonly ActionName[]): ByRole => ({
  admin: names,
  manager: names,
  employee: names,
  supplier: names,
});
const forAdmin = (...names: readonly ActionName[]): ByRole => ({ ...forNone, admin: names });
const ofEach = (each: ByRole): ByOption => ({ none: each, pn: each, pl: each, pos: each });

const payOut = ['addToBatch', 'recordTransfer', 'openBatch'] as const;
const sending = forAll(['send', 'remind', 'followUp']);
const reminding = forAll(['remind', 'followUp']);
/** A loan that runs: the agent knows of the settlement, the admin of the money. */
const live: ByRole = {
  admin: [...payOut, 'repay', 'settle'],
  manager: ['settle'],
  employee: ['settle'],
  supplier: [],
};
const repaying = forAdmin(...payOut, 'repay');

/** Status × option × role: the actions, the most important first. The primary action is the first that is open. */
// biome-ignore format: a table
export const actionTable: Record<AgreementStatus, ByOption> = {
  draft:                ofEach(forAll(['send'])),
  'waiting-invite':     ofEach(sending),
  'waiting-info':       ofEach(forAdmin('closeRequest')),
  'waiting-approval':   { none: forAdmin('chooseOption'), pn: forAdmin('recordPayment'), pl: forAdmin('approve'), pos: forAdmin('approve') },
  approved:             { none: forAdmin('chooseOption'), pn: forAdmin(...payOut, 'recordPayment'), pl: reminding, pos: reminding },
  signed:               ofEach(forAdmin(...payOut)),
  executed:             { none: forAdmin(...payOut), pn: forAdmin(...payOut), pl: live, pos: live },
  'waiting-settlement': { none: forAdmin(...payOut), pn: forAdmin(...payOut), pl: live, pos: live },
  withdrawn:            { none: forAdmin(...payOut), pn: forAdmin(...payOut), pl: repaying, pos: repaying },
  complete:             ofEach(forAdmin(...payOut, 'returnMoney')),
  cancelled:            ofEach(forAdmin('returnMoney')),
  rejected:             ofEach(forAdmin('returnMoney')),
};

export type PrimaryAction = { name: ActionName; isDue: boolean };

/** The one action of a campaign for this reader; null if there is nothing for them to do. */
export function primaryActionOf(role: StaffRole, facts: ActionFacts): PrimaryAction | null {
  const names = actionTable[facts.status][facts.financeOptionCode ?? 'none'][role];
  const name = names.find((each) => (actions[each] as Action).isOpen(facts));
  return name === undefined ? null : { name, isDue: (actions[name] as Action).isDue(facts) };
}

const counted = (count: number, word: string): string => (count === 1 ? word : `${count} ${word}s`);

/** The words on the button. */
export function actionLabel(
  name: ActionName,
  facts: Pick<ActionFacts, 'unsent' | 'remindable'> & { campaignBudgetFundsPurpose: FundsPurpose },
): string {
  const { label }: Action = actions[name];
  if (typeof label === 'string') return label;
  const reached = name === 'remind' ? facts.remindable : facts.unsent;
  return label(counted(reached || 1, payerWord(facts.campaignBudgetFundsPurpose).toLowerCase()));
}
