import { isApprovedLoan } from '@kerb/domain/agreements/approved-loan.ts';
import { movesAllowedFor, transitions } from '@kerb/domain/agreements/transitions.ts';
import { hasAnswered, isAnsweredByAll } from '@kerb/domain/signing/guided-flow.ts';
import { beforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import type { Outcome, StepName } from './steps.ts';
import type { Sight, World } from './world.ts';

type Seen = { name: StepName; before: Sight; after: Sight; outcome: Outcome; log: readonly string[] };
/** A rule returns what is wrong, or nothing. */
type Rule = (seen: Seen) => string | false | undefined;

const stateOf = ({ agreement, rows, signatures, drafts, identities }: Sight): string =>
  JSON.stringify([agreement, rows, signatures, drafts, identities]);

/** A refused request changes nothing. */
const refusedChangesNothing: Rule = ({ before, after, outcome }) =>
  outcome.answer.statusCode >= 400 && stateOf(before) !== stateOf(after) && 'a refused request changed something';

const failsNever: Rule = ({ outcome, log }) => outcome.answer.statusCode >= 500 && `it failed: ${log.at(-1)}`;

/** A change of status is in the table, for the actor or the product. An admin may set any status. */
const statusFollowsTable: Rule = ({ before, after, outcome }) => {
  const [from, to] = [before.agreement.status, after.agreement.status];
  if (from === to || outcome.by === 'admin') return;
  const names = [...movesAllowedFor(outcome.by, from), ...movesAllowedFor('product', from)];
  const isAllowed = names.some((name) => transitions[name].to === to);
  // The first submission of a sent campaign has no row of its own: it submits the application.
  const isSubmitted = from === 'waiting-invite' && to === 'waiting-approval';
  return !isAllowed && !isSubmitted && `${outcome.by} moved it from ${from} to ${to}`;
};

const isChanged = (before: Sight, after: Sight): boolean =>
  JSON.stringify([before.agreement, before.signatures]) !== JSON.stringify([after.agreement, after.signatures]) ||
  before.rows.length !== after.rows.length ||
  before.rows.some(({ submittedDate, firstName }, place) => {
    const now = after.rows[place];
    return submittedDate !== now?.submittedDate || firstName !== now?.firstName;
  });

/** Every change has its entry in the log. */
const changeIsLogged: Rule = ({ before, after }) =>
  isChanged(before, after) && after.log.length === before.log.length && 'a change has no entry in the log';

/** A payer counts as signed by exactly one signature in force. */
const signedBySignature: Rule = ({ after }) =>
  after.rows.some(
    ({ id, signatureDate }) =>
      (signatureDate === null ? 0 : 1) !== after.signatures.filter(({ signatoryId }) => signatoryId === id).length,
  ) && 'a payer counts as signed without one signature in force, or has one and does not count';

/** Nobody counts as signed for a document that they did not see. */
const signedWhatIsInForce: Rule = ({ after: { agreement, signatures, documentKey } }) => {
  if (beforeApproval.includes(agreement.status)) return signatures.length > 0 && 'signed before the approval';
  if (agreement.status !== 'approved' && agreement.status !== 'signed') return;
  const keys = new Set(signatures.map((signature) => signature.documentKey));
  if (keys.size > 1) return 'signatures in force are on different documents';
  return agreement.status === 'approved' && keys.size === 1 && !keys.has(documentKey) && 'signed an earlier document';
};

/** The last signature, and nothing else here, makes an agreement signed. */
const signedByAll: Rule = ({ before, after }) =>
  before.agreement.status !== 'signed' &&
  after.agreement.status === 'signed' &&
  after.rows.some(({ signatureDate }) => signatureDate === null) &&
  'signed although somebody has not signed';

/** A request for information is open until each payer has answered after it, or an admin ends it. */
const requestStaysOpen: Rule = ({ before, after, outcome, name }) => {
  const { agreement, payers } = after;
  if (agreement.status === 'waiting-info') {
    return isAnsweredByAll(agreement, payers) && 'everybody has answered, and the request is still open';
  }
  const isEnded = before.agreement.status === 'waiting-info' && agreement.status === 'waiting-approval';
  if (!isEnded || (outcome.by === 'admin' && name !== 'removePayer')) return;
  return payers.some((payer) => !hasAnswered(before.agreement, payer)) && 'the request ended without an answer';
};

const lasting = (before: Sight, after: Sight) =>
  before.rows.filter(({ id }) => after.rows.some((row) => row.id === id)).map(({ id }) => id);

/** What a payer gave stays, for as long as they are a payer. */
const answersStay: Rule = ({ before, after }) => {
  const kept = (sight: Sight, id: number) =>
    JSON.stringify([
      sight.rows.find((row) => row.id === id)?.sealedDetails,
      sight.drafts.find(({ signatoryId }) => signatoryId === id)?.sealedAnswers,
      sight.identities.filter(({ signatoryId }) => signatoryId === id),
    ]);
  const lost = lasting(before, after).filter((id) => kept(before, id) !== kept(after, id));
  return lost.length > 0 && `answers of ${lost.join(', ')} changed`;
};

const namesOf = ({ rows }: Sight) => JSON.stringify(rows.map(({ firstName, surname }) => [firstName, surname]));

/** A loan is signed in the names for which it was approved. */
const approvedNamesStay: Rule = ({ before, after }) =>
  isApprovedLoan(before.agreement) &&
  isApprovedLoan(after.agreement) &&
  namesOf(before) !== namesOf(after) &&
  'the name of a payer of an approved loan changed';

/** A submission is never taken back: only a later one replaces it. */
const submissionsStay: Rule = ({ before, after }) =>
  lasting(before, after).some((id) => {
    const of = (sight: Sight) => sight.rows.find((row) => row.id === id)?.submittedDate ?? '';
    return of(after) < of(before);
  }) && 'a submission was lost';

const rules = {
  failsNever,
  refusedChangesNothing,
  statusFollowsTable,
  changeIsLogged,
  signedBySignature,
  signedWhatIsInForce,
  signedByAll,
  requestStaysOpen,
  answersStay,
  approvedNamesStay,
  submissionsStay,
} satisfies Record<string, Rule>;

export function expectRules(seen: Seen): void {
  for (const [name, rule] of Object.entries(rules)) {
    const wrong = rule(seen);
    if (wrong) {
      const { by, answer } = seen.outcome;
      throw new Error(`${name}: after ${seen.name} by ${by} (${answer.statusCode}): ${wrong}`);
    }
  }
}

/** Somebody can always go on: a payer has a step while the campaign waits for its payers. */
export async function expectSomebodyCanGoOn({ stage, id }: World, { agreement, payers }: Sight): Promise<void> {
  const { status, financeOptionCode } = agreement;
  if ((status !== 'waiting-invite' && status !== 'waiting-info') || financeOptionCode === null) return;
  const flows = await Promise.all(
    payers.map(async ({ userId }) => (await stage.as(userId)('GET', `/v1/agreements/${id}/flow`)).json()),
  );
  if (payers.length > 0 && flows.every(({ current }) => current === null)) {
    throw new Error(`nobody has a step in ${status} with ${financeOptionCode}: the campaign is stuck`);
  }
}
