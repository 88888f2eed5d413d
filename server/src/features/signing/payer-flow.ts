import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { isOwnRecord } from '@kerb/domain/access/actor.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
import { applicationToLoad } from '@kerb/domain/options/applications.ts';
import { isLocked, isSealed } from '@kerb/domain/payers/payer-details.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { type FlowCampaign, type FlowStep, flowFor, hasAnswered } from '@kerb/domain/signing/guided-flow.ts';
import { choiceOf, fieldsOfChoice, type MortgageChoice, mortgageAnswer } from '@kerb/domain/signing/mortgage-answer.ts';
import type { PayerFlow, SavedFlow } from '@kerb/domain/signing/signing.contract.ts';
import { termsVersion } from '@kerb/domain/signing/terms.ts';
import { sentBeforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import {
  type AgreementRecord,
  campaignInScope,
  lockCampaign,
} from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { applicationsOf } from '@kerb/server/features/options/applications.repository.ts';
import { campaignOptionsOf } from '@kerb/server/features/options/options.repository.ts';
import { type SignatoryRecord, signatoriesInScope } from '@kerb/server/features/payers/payers.repository.ts';
import { mayUsePasskey } from '@kerb/server/features/payers/unlock-details.ts';
import { hasPasskeys } from '@kerb/server/features/session/passkeys.repository.ts';
import type { PaperReading } from '@kerb/server/features/signing/agreement-paper.ts';
import {
  documentToSign,
  type Review,
  refuseOtherReview,
  reviewedOf,
  reviewToStore,
} from '@kerb/server/features/signing/reviewed-agreement.ts';
import { signatoryViews } from '@kerb/server/features/signing/signatory-view.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { invalid, notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Reading = PaperReading & { secrets: Secrets };
type Draft = { reviewed: FlowStep[]; answers: PayerFlow['answers']; lastUpdateDate: string | null };

/** The typed details that are hidden like stored ones. */
const sealedOf = (answers: PayerFlow['answers']): PayerFlow['answers'] =>
  Object.fromEntries(Object.entries(answers).filter(([field, value]) => isSealed(field) && value !== ''));

export const draftOwner = (signatoryId: number): string => `draft ${signatoryId}`;
const nothingTyped: Draft = { reviewed: [], answers: {}, lastUpdateDate: null };

type Own = { typed: Draft; hasPasskeys: boolean };
const nobody: Own = { typed: nothingTyped, hasPasskeys: false };

/** What a payer has typed so far, and whether they have passkeys, in one query. */
async function ownOf({ db, secrets }: Reading, { id, userId }: SignatoryRecord, toSign: string | null): Promise<Own> {
  const row = await db
    .selectFrom('signatories as s')
    .leftJoin('payerDrafts as d', 'd.signatoryId', 's.id')
    .select(['d.reviewed', 'd.documentKey', 'd.sealedAnswers', 'd.lastUpdateDate'])
    .select(hasPasskeys(userId).as('hasPasskeys'))
    .where('s.id', '=', id)
    .executeTakeFirstOrThrow();
  const { reviewed, documentKey, sealedAnswers, lastUpdateDate } = row;
  if (reviewed === null) return { typed: nothingTyped, hasPasskeys: row.hasPasskeys };
  const answers = sealedAnswers ? JSON.parse(secrets.personal.decrypt(sealedAnswers, draftOwner(id)).toString()) : {};
  const typed = { reviewed: reviewedOf({ reviewed, documentKey }, toSign), answers, lastUpdateDate };
  return { typed, hasPasskeys: row.hasPasskeys };
}

export async function reviewOf(db: Database | Tx, signatoryId: number): Promise<Review> {
  const row = await db
    .selectFrom('payerDrafts')
    .select(['reviewed', 'documentKey'])
    .where('signatoryId', '=', signatoryId)
    .executeTakeFirst();
  return row ?? { reviewed: [], documentKey: null };
}

/** The names of the payers who still have to act: to submit before approval, to sign after it. */
export function waitingFor(agreement: AgreementRecord, others: readonly SignatoryRecord[]): string[] {
  const { status, financeOptionCode } = agreement;
  if (!isFinanced(financeOptionCode) && status !== 'waiting-info') return [];
  const isMissing = ({ submittedDate, signatureDate }: SignatoryRecord): boolean => {
    if (status === 'approved') return signatureDate === null;
    return sentBeforeApproval.includes(status) && !hasAnswered(agreement, { submittedDate });
  };
  return others.filter(isMissing).map(displayName);
}

async function activeApplication(db: Database | Tx, { id, financeOptionCode }: AgreementRecord) {
  if (financeOptionCode === null) return null;
  const loaded = applicationToLoad(await applicationsOf(db, id), financeOptionCode);
  return loaded && { ...loaded, financeOptionCode: loaded.optionCode };
}

function versionInForce({ code }: CountryRules, agreement: AgreementRecord): string | null {
  const text = agreement.financeOptionCode && serverCountries[code].terms[agreement.financeOptionCode];
  return text ? termsVersion(text, mortgageAnswer(agreement)) : null;
}

/** The facts about a campaign on which a payer's steps depend. */
export async function flowFacts({ db, country }: Reading, agreement: AgreementRecord): Promise<FlowCampaign> {
  const offered = (await campaignOptionsOf(db, agreement.id)).map(({ optionCode }) => optionCode);
  return { ...agreement, offered, termsVersion: versionInForce(country, agreement) };
}

/** The next step of a payer. An admin has no step; they see whom the campaign is waiting for. */
export async function readFlow(reading: Reading, scope: AccessScope, id: number): Promise<PayerFlow> {
  const agreement = await campaignInScope(reading.db, scope, id);
  const signatories = await signatoriesInScope(reading, scope, { agreementId: id });
  return flowOfCampaign(reading, scope, { agreement, signatories, facts: await flowFacts(reading, agreement) });
}

type FlowOf = { agreement: AgreementRecord; signatories: readonly SignatoryRecord[]; facts: FlowCampaign };

export async function flowOfCampaign(
  reading: Reading,
  scope: AccessScope,
  { agreement, signatories, facts }: FlowOf,
): Promise<PayerFlow> {
  const { db } = reading;
  const own = signatories.find((each) => isOwnRecord(scope.actor, each)) ?? null;
  const toSign = own && (await documentToSign(reading, agreement, signatories));
  const { typed, hasPasskeys: hasAny } = own ? await ownOf(reading, own, toSign) : nobody;
  const hidden = own && isLocked(scope.actor, own) ? sealedOf(typed.answers) : {};
  const isShown = ([field]: [string, unknown]) => !(field in hidden);
  const draft = { ...typed, answers: Object.fromEntries(Object.entries(typed.answers).filter(isShown)) };
  const flow = own ? flowFor(facts, { ...own, ...draft }) : { steps: [], current: null };
  const [signatory = null] = own ? await signatoryViews(db, [own], scope.actor) : [];
  return {
    ...flow,
    ...draft,
    ...(Object.keys(hidden).length > 0 && { hiddenAnswers: Object.keys(hidden) }),
    ...(own && hasAny && mayUsePasskey(scope.actor, own) && { hasPasskey: true }),
    agreedTermsVersion: own?.agreedTermsVersion ?? null,
    signatory,
    waitingFor: waitingFor(
      agreement,
      signatories.filter((each) => each !== own),
    ),
    application: await activeApplication(db, agreement),
    documentKey: toSign,
  };
}

/** The answer is the campaign's: the last one counts. */
async function answerMortgage(work: Work, scope: AccessScope, id: number, mortgage: MortgageChoice): Promise<void> {
  const agreement = await lockCampaign(work.tx, scope, id);
  if (!sentBeforeApproval.includes(agreement.status)) {
    throw new Problem(409, 'answer-closed', 'The mortgage cannot be changed in the status that the campaign has.');
  }
  if (choiceOf(agreement) === mortgage) return;
  await changeCampaign(work, agreement, fieldsOfChoice(mortgage), { description: 'Mortgage answered by a payer' });
}

const longestAnswers = 20_000;

/**
 * The answers with those that the actor does not see and has not typed again. No answers at all means that they have
 * been saved as details.
 */
async function withHidden(
  reading: Reading,
  { actor }: AccessScope,
  own: SignatoryRecord,
  answers: PayerFlow['answers'],
): Promise<PayerFlow['answers']> {
  if (!isLocked(actor, own) || Object.keys(answers).length === 0) return answers;
  const hidden = sealedOf((await ownOf(reading, own, null)).typed.answers);
  return { ...answers, ...hidden, ...sealedOf(answers) };
}

/** Stores what a payer has read and typed, unchecked and encrypted. Only the payer can see it. */
export async function saveFlow(
  work: Work,
  scope: AccessScope,
  id: number,
  { reviewed, answers, mortgage, documentKey }: SavedFlow,
): Promise<void> {
  if (mortgage) await answerMortgage(work, scope, id, mortgage);
  const reading = { ...work.deps, db: work.tx };
  const signatories = await signatoriesInScope(reading, scope, { agreementId: id });
  const own = signatories.find((each) => isOwnRecord(scope.actor, each));
  if (!own) throw notFound('signatory');
  const toSign = await documentToSign(reading, await campaignInScope(work.tx, scope, id), signatories);
  if (reviewed) refuseOtherReview({ reviewed, documentKey }, toSign);
  const text = JSON.stringify(answers ? await withHidden(reading, scope, own, answers) : {});
  if (text.length > longestAnswers) {
    throw invalid({ answers: [{ type: 'stringLengthTooLong', message: 'This is more than can be kept.' }] });
  }
  const kept = {
    ...(reviewed && reviewToStore(await reviewOf(work.tx, own.id), reviewed, toSign)),
    ...(answers && { sealedAnswers: work.deps.secrets.personal.encrypt(Buffer.from(text), draftOwner(own.id)) }),
    lastUpdateDate: work.now,
  };
  await work.tx
    .insertInto('payerDrafts')
    .values({ reviewed: [], sealedAnswers: null, ...kept, signatoryId: own.id })
    .onConflict((conflict) => conflict.column('signatoryId').doUpdateSet(kept))
    .execute();
}
