import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { isOwnRecord, isPayer } from '@kerb/domain/access/actor.ts';
import { isConsentOpen } from '@kerb/domain/agreements/consent.ts';
import { webAddress } from '@kerb/domain/agreements/contact-fields.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { isPaidFor, movesAllowedFor } from '@kerb/domain/agreements/transitions.ts';
import type { Checkout } from '@kerb/domain/checkout/checkout.contract.ts';
import { pathOf, progressOf, type ScreenFacts, screenOf } from '@kerb/domain/checkout/screens.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { writtenPhone } from '@kerb/domain/kernel/phone.ts';
import { fundingSentence, limitedRecourseWarning } from '@kerb/domain/loans/funding-words.ts';
import { decideChoice } from '@kerb/domain/options/choice.ts';
import { isLocked } from '@kerb/domain/payers/payer-details.ts';
import { hasMoney } from '@kerb/domain/payments/campaign-money.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { type FlowCampaign, type FlowPayer, flowFor } from '@kerb/domain/signing/guided-flow.ts';
import { choiceOf } from '@kerb/domain/signing/mortgage-answer.ts';
import type { PayerFlow } from '@kerb/domain/signing/signing.contract.ts';
import { onceSigned, sentBeforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import { type FinanceOptionCode, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import { type AgreementRecord, campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { type Around, aroundCampaign } from '@kerb/server/features/checkout/around-campaign.ts';
import { documentsInScope, documentView } from '@kerb/server/features/documents/documents.repository.ts';
import { loanOfCampaign } from '@kerb/server/features/loans/loan-view.ts';
import { costsOfCampaign } from '@kerb/server/features/options/cost-options.ts';
import { type SignatoryRecord, signatoriesInScope } from '@kerb/server/features/payers/payers.repository.ts';
import { moneyView } from '@kerb/server/features/payments/money-view.ts';
import { detailsOfCampaign } from '@kerb/server/features/payments/payment-details.ts';
import { paymentView } from '@kerb/server/features/payments/payment-view.ts';
import { paymentsOf } from '@kerb/server/features/payments/payments.repository.ts';
import { agreementPaper, noPaper } from '@kerb/server/features/signing/agreement-paper.ts';
import { financeTermsOf } from '@kerb/server/features/signing/finance-terms.ts';
import { flowFacts, flowOfCampaign, waitingFor } from '@kerb/server/features/signing/payer-flow.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { PdfBlock } from '@kerb/server/platform/pdf/pdf-document.ts';
import { notPermitted } from '@kerb/server/platform/problems/problem.ts';
import * as z from 'zod/mini';

type Read = {
  deps: Deps;
  scope: AccessScope;
  agreement: AgreementRecord;
  signatories: SignatoryRecord[];
  facts: FlowCampaign;
};

/** An admin who looks at a payer's page may be no payer of it. They see the steps of one who has done nothing yet. */
const nobody = ({ status }: AgreementRecord): FlowPayer => ({
  dateOfBirth: null,
  employmentType: null,
  applicationCodeDate: null,
  reviewed: [],
  submittedDate: sentBeforeApproval.includes(status) && status !== 'waiting-approval' ? null : '',
  agreedTermsVersion: null,
  signatureDate: null,
});

async function flowOf({ deps, scope, agreement, signatories, facts }: Read): Promise<PayerFlow> {
  const flow = await flowOfCampaign(deps, scope, { agreement, signatories, facts });
  return flow.signatory ? flow : { ...flow, ...flowFor(facts, nobody(agreement)) };
}

/** The names and steps of the other payers. What they have typed is theirs. */
async function othersOf({ deps, scope, signatories, facts }: Read): Promise<Checkout['others']> {
  const others = signatories.filter((each) => !isOwnRecord(scope.actor, each));
  if (others.length === 0) return [];
  const drafts = await deps.db
    .selectFrom('payerDrafts')
    .select(['signatoryId', 'reviewed'])
    .where(
      'signatoryId',
      'in',
      others.map(({ id }) => id),
    )
    .execute();
  return others.map((payer) => {
    const reviewed = drafts.find(({ signatoryId }) => signatoryId === payer.id)?.reviewed ?? [];
    const { current } = flowFor(facts, { ...payer, reviewed });
    return { name: displayName(payer), step: progressOf({ ...payer, current, reviewed }) };
  });
}

const onlyOf = (offered: readonly FinanceOptionCode[]): FinanceOptionCode | null =>
  offered.length === 1 ? (offered[0] ?? null) : null;

/** The offered options that the payer can choose now. */
function choicesOf({ deps, agreement, facts }: Read): FinanceOptionCode[] {
  const { status, campaignBudget, financeOptionCode } = agreement;
  const offered = facts.offered.map((optionCode) => ({ optionCode }));
  const choice = { status, campaignBudget, financeOptionCode, hasMoney: hasMoney(agreement.books), offered };
  return facts.offered.filter((code) => decideChoice(choice, code, deps.country).ok);
}

type Seen = { flow: PayerFlow; choices: readonly FinanceOptionCode[]; payment: Checkout['payment'] };

function screenFacts({ agreement, facts, scope, signatories }: Read, { flow, choices, payment }: Seen): ScreenFacts {
  const others = signatories.filter((each) => !isOwnRecord(scope.actor, each));
  return {
    status: agreement.status,
    option: agreement.financeOptionCode ?? onlyOf(facts.offered),
    isChosen: agreement.financeOptionCode !== null,
    mayChoose: choices.length > 0,
    current: flow.current,
    paymentState: agreement.paymentState,
    isUnderWay: payment?.isUnderWay ?? false,
    isByTransfer: agreement.campaignBudgetUpfrontPaymentMethodIntent === 'bank-transfer',
    hasSigned: Boolean(flow.signatory?.signatureDate),
    hasOthersLeft: waitingFor(agreement, others).length > 0,
  };
}

/** Terms are sent only while the payer is asked to agree to them: they are the longest part of the page. */
function termsOf({ deps, agreement }: Read, flow: PayerFlow): Checkout['terms'] {
  const isAsked = flow.steps.some(({ name, isDone }) => !isDone && (name === 'agree-terms' || name === 'review-terms'));
  return isAsked && agreement.financeOptionCode ? financeTermsOf(deps, agreement) : null;
}

type PaperBlock = NonNullable<Checkout['paper']>['blocks'][number];

/** The parts that an agreement has. The others are on receipts and letters only. */
function blockOf(block: PdfBlock): PaperBlock[] {
  switch (block.kind) {
    case 'parties':
      return [{ kind: 'parties', columns: block.columns.map(({ label, lines }) => ({ label, lines: [...lines] })) }];
    case 'facts':
      return [{ kind: 'facts', rows: block.rows.map(([label, value]) => [label, value] as [string, string]) }];
    case 'table': {
      const columns = block.columns.map(({ label }) => label);
      return [{ kind: 'table', columns, rows: block.rows.map((row) => [...row]) }];
    }
    case 'heading':
    case 'paragraph':
      return [{ kind: block.kind, text: block.text }];
    default:
      return [];
  }
}

async function paperOf({ deps, agreement, signatories }: Read): Promise<Checkout['paper']> {
  if (agreement.status !== 'approved' || !isFinanced(agreement.financeOptionCode)) return null;
  const paper = await agreementPaper(deps, agreement, signatories).catch(noPaper);
  return paper && { title: paper.document.title, blocks: paper.document.blocks.flatMap(blockOf) };
}

function cancelOf({ agreement, scope, signatories }: Read): Checkout['cancel'] {
  if (!movesAllowedFor('vendor', agreement.status).includes('cancelApplication')) return 'no';
  if (isPaidFor(agreement)) return 'by-phone';
  const own = signatories.find((each) => isOwnRecord(scope.actor, each));
  return own && isLocked(scope.actor, own) ? 'code-first' : 'open';
}

function lendingOf({ deps, agreement }: Read): Checkout['lending'] {
  const { financeOptionCode: option, status, campaignFinanceNotes } = agreement;
  if (!isFinanced(option)) return null;
  const funding = fundingSentence(option, status, deps.country);
  const sentences = [funding, option === 'pos' ? limitedRecourseWarning : null];
  return { notes: campaignFinanceNotes, sentences: sentences.filter((sentence) => sentence !== null) };
}

/** Only addresses of the web become links. */
const linkTo = (url: string | null): string | null => (url && z.safeParse(webAddress, url).success ? url : null);

function readerOf({ scope: { actor } }: Read): Checkout['reader'] {
  const { displayName: name, viewedBy, signIn, onlyAgreementId } = actor;
  return {
    name,
    openedBy: viewedBy?.displayName ?? signIn?.openedBy?.displayName ?? null,
    isViewing: viewedBy !== undefined,
    hasAccount: onlyAgreementId === undefined,
  };
}

/** The page has no table of number plans: the server writes each number as people write it here. */
function phonesOf({ deps }: Read, { organisation, agent }: Around, { signatory }: PayerFlow): Checkout['phones'] {
  const stored = [agent?.phone, organisation.phone, signatory?.mobilePhone];
  const phones = stored.filter((phone) => typeof phone === 'string');
  return Object.fromEntries(phones.map((phone) => [phone, writtenPhone(phone, deps.country)]));
}

/** Everything that the payer's page shows. Only payers have such a page: staff who look at it see it as the payer. */
export async function readCheckout(deps: Deps, scope: AccessScope, id: number): Promise<Checkout> {
  if (!isPayer(scope.actor.role)) throw notPermitted();
  const { db, config, country, clock } = deps;
  const agreement = await campaignInScope(db, scope, id);
  const signatories = await signatoriesInScope(deps, scope, { agreementId: id });
  const read: Read = { deps, scope, agreement, signatories, facts: await flowFacts(deps, agreement) };
  const flow = await flowOf(read);
  const choices = choicesOf(read);
  const details = await detailsOfCampaign(deps, db, scope, agreement);
  const payment = details.kind === null ? null : details;
  const documents = await documentsInScope(db, scope, { agreementId: id });
  const { status, financeOptionCode } = agreement;
  const seen = screenFacts(read, { flow, choices, payment });
  const around = await aroundCampaign(deps, scope, agreement);
  const steps = flow.steps.map(({ name }) => name);
  const signed = flow.signatory?.signatureDate ?? null;
  return {
    id,
    version: agreement.version,
    reference: flowNumber(agreement, country.code),
    today: dayIn(agreement.tenantTimeZone, clock.now()),
    screen: screenOf(seen),
    path: pathOf(steps, seen),
    status,
    statusReason: agreement.statusReason,
    purpose: agreement.campaignBudgetFundsPurpose,
    option: financeOptionCode,
    name: agreement.name,
    amount: agreement.campaignBudget,
    startDate: agreement.campaignPlannedStartDate,
    description: agreement.campaignBudgetDescription,
    listingUrl: linkTo(agreement.externalListingUrl),
    ...around,
    phones: phonesOf(read, around, flow),
    agentMayCorrect: isConsentOpen(status) ? agreement.vendorAgentDataConsent : null,
    help: { brand: country.brand, phone: country.supportPhone, emailAddress: config.support.email },
    reader: readerOf(read),
    choices,
    costs: await costsOfCampaign(deps, scope, agreement),
    mortgage: choiceOf(agreement),
    flow,
    signedDay: signed && dayIn(agreement.tenantTimeZone, signed),
    others: await othersOf(read),
    payment,
    payments: (await paymentsOf(db, id)).map(paymentView),
    money: moneyView(agreement.books, 'vendor'),
    terms: termsOf(read, flow),
    paper: await paperOf(read),
    lending: lendingOf(read),
    loan:
      isFinanced(financeOptionCode) && onceSigned.includes(status)
        ? await loanOfCampaign(deps, scope, agreement, undefined)
        : null,
    documents: documents.map((each) => documentView(each, scope.actor)),
    cancel: cancelOf(read),
  };
}
