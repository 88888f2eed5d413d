import { must } from '@kerb/domain/kernel/must.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { paymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { issuePaymentLink } from '@kerb/server/features/payers/payment-links.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import type { Stage } from '../harness.ts';
import { terms } from '../loan-fixture.ts';
import { codeIn } from '../signing-fixture.ts';
import { type Campaign, isMadeBy, type ProgramModel, type UserModel } from './model.ts';
import { actorAt, change, lastActorId, outcomeOf, pick, type Step } from './sending.ts';
import { openLink, type World } from './world.ts';

/** A loan, and everybody who entered the contacts of its payer since it was sent. */
export type LoanModel = {
  campaign: Campaign;
  payer: { id: number; userId: number };
  enteredBy: Set<number | ProgramModel>;
  raisedBy: number;
  isApproved: boolean;
  /** Whether the payer has applied, for any option. */
  hasApplied: boolean;
};

/** The fields that an approval needs, as if the payer had applied. */
async function ready({ db }: Stage, id: number, more: object = {}): Promise<void> {
  await db
    .updateTable('agreements')
    .set({ ...terms, ...more })
    .where('id', '=', id)
    .execute();
}

const payerOf = ({ db }: Stage, id: number) =>
  db.selectFrom('signatories').select(['id', 'userId']).where('agreementId', '=', id).executeTakeFirstOrThrow();

const at = '2026-11-01T00:00:00.000Z';

/** Moves a campaign to the state in which its loan can be approved. */
export async function openLoan(stage: Stage, campaign: Campaign): Promise<LoanModel> {
  const { id } = campaign;
  await stage.db
    .insertInto('campaignFinanceOptions')
    .values({ agreementId: id, optionCode: 'pos', interestFreeOffered: false, createdDate: at, lastUpdateDate: at })
    .onConflict((row) => row.doNothing())
    .execute();
  await ready(stage, id, { status: statusRank('waiting-approval'), sentDate: '2026-11-01T00:00:00.000Z' });
  const payer = await payerOf(stage, id);
  const { createdByUserId } = await stage.db
    .selectFrom('agreements')
    .select('createdByUserId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const raisedBy = must(createdByUserId, 'who raised the campaign');
  return { campaign, payer, enteredBy: new Set(), raisedBy, isApproved: false, hasApplied: false };
}

const userOf = (world: World, id: number): UserModel | undefined => world.users.find((user) => user.id === id);

/** Whether this person entered contacts, or made or changed an account or a program that did. */
function hasEntered(world: World, entered: number | ProgramModel, by: number): boolean {
  if (typeof entered !== 'number') return [...entered.makers].some((maker) => isOrMade(world, maker, by));
  return isOrMade(world, entered, by);
}

function isOrMade(world: World, id: number, by: number): boolean {
  const user = userOf(world, id);
  return id === by || (user !== undefined && user.role !== 'admin' && isMadeBy(world.users, user, by));
}

const setStatus = (world: World, who: number, status: string, headers: Record<string, string> = {}) =>
  change(world, who, {
    method: 'POST',
    headers,
    url: `/v1/agreements/${world.loan.campaign.id}/set-status`,
    body: { status },
    aim: { permission: 'agreement.set-status', tenantId: world.loan.campaign.tenantId, campaign: world.loan.campaign },
  });

/** An approver is neither the payer nor anybody who entered the contacts with which the loan is signed. */
function checkApprover(world: World, did: string): void {
  const { loan } = world;
  const by = lastActorId(world);
  if (loan.payer.userId === by) throw new Error(`a payer of the loan ${did}`);
  if (loan.raisedBy === by) throw new Error(`one person raised the campaign and ${did}`);
  for (const entered of loan.enteredBy) {
    if (hasEntered(world, entered, by)) throw new Error(`one person entered the contacts and ${did}`);
  }
}

async function approve(world: World, who: number, headers: Record<string, string> = {}): Promise<boolean> {
  if (!(await setStatus(world, who, 'approved', headers))) return false;
  checkApprover(world, 'approved the loan');
  world.loan.isApproved = true;
  return true;
}

const approveLoan: Step = async (world, { who }) => {
  if (world.loan.isApproved) await takeApprovalBack(world, { who: 0, whom: 0, which: 0 });
  await approve(world, who);
};

/** Somebody renames the payer after the approver has read the campaign. The approver then reads it again. */
const approveAsRead: Step = async (world, { who, whom, which }) => {
  const { stage, admins, loan } = world;
  if (loan.isApproved) await takeApprovalBack(world, { who: 0, whom: 0, which: 0 });
  const read = async () => {
    const { headers } = await stage.as(admins.asking)('GET', `/v1/agreements/${loan.campaign.id}`);
    return { 'if-match': String(headers.etag) };
  };
  const before = await read();
  const isRenamed = await rename(world, whom, which);
  const isApproved = await approve(world, who, before);
  if (isApproved && isRenamed) throw new Error('a name was approved that the approver had not read');
  if (!isApproved) await approve(world, who, await read());
};

/** A larger amount of an approved loan needs a person who may approve it. */
const raiseAmount: Step = async (world, { who }) => {
  const { campaign, isApproved } = world.loan;
  const { id, tenantId } = campaign;
  const body = { campaignAdditionalAmount: 100 + world.story.length };
  const aim = { permission: 'agreement.change', tenantId, campaign } as const;
  const raised = await change(world, who, { method: 'PUT', url: `/v1/agreements/${id}`, body, aim });
  if (raised && isApproved) checkApprover(world, 'raised its amount');
};

const takeApprovalBack: Step = async (world, { who }) => {
  if (await setStatus(world, who, 'waiting-approval')) world.loan.isApproved = false;
};

/** Back to draft, where the creator of a campaign may enter contacts, and sent again. */
const sendLoanAgain: Step = async (world, { who, which }) => {
  if (!(await setStatus(world, who, 'draft'))) return;
  world.loan.isApproved = false;
  await enterContacts(world, who, which);
  await setStatus(world, 0, 'waiting-approval');
};

async function addressOf({ stage: { db } }: World, id: number): Promise<string> {
  return (await db.selectFrom('users').select('emailAddress').where('id', '=', id).executeTakeFirstOrThrow())
    .emailAddress;
}

/** Another mobile, another mailbox, or the mailbox of the person who enters it. */
async function newContacts(world: World, who: number, which: number): Promise<Record<string, string>> {
  const number = world.story.length;
  const own = actorAt(world, who)?.user.id ?? world.admins.asking;
  const contacts: Record<string, string>[] = [
    { mobilePhone: `0412${600_000 + number}` },
    { emailAddress: `loan${world.loan.campaign.id}.${number}@example.com` },
    { emailAddress: await addressOf(world, own) },
  ];
  return pick(contacts, which);
}

async function noteContacts(world: World, by: number | ProgramModel, contacts: object): Promise<void> {
  const { loan, stage } = world;
  if (loan.isApproved) throw new Error('the team changed the contacts of an approved loan');
  if (loan.hasApplied && 'emailAddress' in contacts) throw new Error('a payer who has applied got another mailbox');
  loan.enteredBy.add(by);
  loan.payer = await payerOf(stage, loan.campaign.id);
}

async function enterContacts(world: World, who: number, which: number): Promise<void> {
  const { campaign, payer } = world.loan;
  const body = await newContacts(world, who, which);
  const aim = { permission: 'payer.change', tenantId: campaign.tenantId, campaign } as const;
  if (await change(world, who, { method: 'PUT', url: `/v1/signatories/${payer.id}`, body, aim })) {
    await noteContacts(world, lastActorId(world), body);
  }
}

const changeContacts: Step = (world, { who, which }) => enterContacts(world, who, which);

const changeContactsByProgram: Step = async (world, { whom, which }) => {
  const { accessToken, program } = pick(world.credentials, whom);
  const body = await newContacts(world, 0, which % 2);
  const url = `/v1/signatories/${world.loan.payer.id}`;
  const answer = await world.clients.withToken(accessToken)('PUT', url, body);
  world.story.push(`${program.name}: PUT ${url} ${JSON.stringify(body)}: ${outcomeOf(answer)}`);
  if (answer.statusCode === 200) await noteContacts(world, program, body);
};

/** Another name. An approval is for a person. */
async function rename(world: World, who: number, which: number): Promise<boolean> {
  const { campaign, payer } = world.loan;
  const url = `/v1/signatories/${payer.id}`;
  const body = { [pick(['firstName', 'middleNames', 'surname'], which)]: `Renamed ${world.story.length}` };
  const aim = { permission: 'payer.change', tenantId: campaign.tenantId, campaign } as const;
  const renamed = await change(world, who, { method: 'PUT', url, body, aim });
  if (renamed && world.loan.isApproved) throw new Error('an approved loan got another name');
  return renamed !== null;
}

const renamePayer: Step = async (world, { who, which }) => {
  await rename(world, who, which);
};

/** Opens the Payment URL of the loan's payer in a browser of its own. */
async function openLoanLink(world: World, version: number) {
  const { stage, loan } = world;
  const tokens = await openLink(world, paymentToken(stage.deps, { id: loan.payer.id, version }));
  if (!tokens) return null;
  const headers = { authorization: `Bearer ${tokens.accessToken}` };
  const [signatory, campaign] = [`/v1/signatories/${loan.payer.id}`, `/v1/agreements/${loan.campaign.id}`];
  const post = (url: string, payload: object) => stage.app.inject({ method: 'POST', url, payload, headers });
  return {
    rename: (surname: string) => stage.app.inject({ method: 'PUT', url: signatory, payload: { surname }, headers }),
    unlock: (body: object) => post(`${signatory}/unlock`, body),
    cancel: async () => outcomeOf(await post(`${campaign}/set-status`, { status: 'cancelled' })),
  };
}

/** With the link alone nobody cancels, nor renames a payer who has applied. A code opens only its own sign-in. */
const cancelByLink: Step = async (world) => {
  const { stage, loan, story } = world;
  const { id } = loan.payer;
  const version = await inTransaction(stage.deps, byTheProduct, (work) => issuePaymentLink(work, id));
  const [here, elsewhere] = [await openLoanLink(world, version), await openLoanLink(world, version)];
  story.push(`the payer of the loan ${here ? 'opened' : 'could not open'} their link`);
  if (!here || !elsewhere) return;
  const renamed = await here.rename(`Linked ${story.length}`);
  if (renamed.statusCode === 200 && (loan.hasApplied || loan.isApproved)) {
    throw new Error('a link alone renamed a payer who has applied');
  }
  if ((await here.cancel()) !== '403 locked') throw new Error('a link alone cancelled the loan');
  await here.unlock({});
  const payers = stage.db.selectFrom('signatories').select('emailAddress').where('id', '=', id);
  const { emailAddress } = await payers.executeTakeFirstOrThrow();
  await here.unlock({ code: await codeIn(stage, 'unlock-code', emailAddress) });
  if ((await elsewhere.cancel()) !== '403 locked') throw new Error('a code of another sign-in cancelled the loan');
  const outcome = await here.cancel();
  if (outcome !== '200') throw new Error(`a payer with a code could not cancel: ${outcome}`);
  loan.isApproved = false;
  await setStatus(world, 0, 'waiting-approval');
};

/** Removes the payer and adds one with the same name, whose contacts are then new. */
const replaceLoanPayer: Step = async (world, { who, which }) => {
  const { campaign, payer } = world.loan;
  const { id, tenantId } = campaign;
  const url = `/v2/campaigns/${id}/vendors`;
  const { emailAddress = `loan${id}.${world.story.length}@example.com` } = await newContacts(world, who, which);
  const person = { firstName: 'Pat', surname: 'Payer', emailAddress };
  const added = await change(world, who, {
    ...{ method: 'POST', url, body: person },
    aim: { permission: 'payer.add', tenantId, campaign },
  });
  if (!added) return;
  if (world.loan.isApproved) throw new Error('the team gave an approved loan another payer');
  const removed = await change(world, who, {
    ...{ method: 'DELETE', url: `${url}/${payer.id}` },
    aim: { permission: 'payer.remove', tenantId, campaign },
  });
  if (!removed) throw new Error('who may add a payer may also remove one');
  Object.assign(world.loan, { hasApplied: false, enteredBy: new Set() });
  await noteContacts(world, lastActorId(world), {});
};

/** The payer applies, in the mailbox that they have then. */
const applyForLoan: Step = async ({ stage, loan, story }) => {
  const applied = { submittedDate: '2026-11-02T00:00:00.000Z', agreedTermsVersion: 'pl-au-3' };
  await stage.db.updateTable('signatories').set(applied).where('id', '=', loan.payer.id).execute();
  loan.hasApplied = true;
  story.push('the payer of the loan applied');
};

/** For another option the application does not count. It counts again with the first one. */
const chooseOtherOption: Step = async (world, { who, which }) => {
  const { campaign } = world.loan;
  const url = `/v1/agreements/${campaign.id}/choose-option`;
  const aim = { permission: 'option.choose', tenantId: campaign.tenantId, campaign } as const;
  for (const financeOptionCode of ['pos', 'pl']) {
    const made = await change(world, who, { method: 'POST', url, body: { financeOptionCode }, aim });
    if (made && financeOptionCode === 'pos') await enterContacts(world, who, which);
  }
  // The choice has other prices than an approval needs.
  await ready(world.stage, must(campaign.id, 'campaign'));
};

export const loanSteps = {
  approveLoan,
  takeApprovalBack,
  sendLoanAgain,
  changeContacts,
  changeContactsByProgram,
  approveAsRead,
  raiseAmount,
  cancelByLink,
  renamePayer,
  replaceLoanPayer,
  applyForLoan,
  chooseOtherOption,
} satisfies Record<string, Step>;
