import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { buildersFor } from '../builders.ts';
import { type Stage, startStage } from '../harness.ts';
import { moneySteps } from './money-steps.ts';
import { tryAll } from './probes.ts';
import type { Draw } from './sending.ts';
import { type StepName, steps, take } from './steps.ts';
import { checkPendingWork } from './waiting.ts';
import { askingSteps } from './waiting-steps.ts';
import { openWorld, type World } from './world.ts';

/**
 * After each change of rights everybody tries everything with every token, refresh token, Payment URL and secret that
 * they got before, and the answers are those of the permission matrix. After each step, all pending work belongs to
 * people who may still ask for it. First each kind of change once, then random sequences: TEST_SEED draws others,
 * SEQUENCES more of them.
 */
const sequences = Number(process.env.SEQUENCES ?? 1);
/** With SHRINK a failed sequence is shortened. */
const isShortened = process.env.SHRINK !== undefined;

let stage: Stage;
let admins: World['admins'];
beforeAll(async () => {
  stage = await startStage({ env: { LOG_LEVEL: 'error' } });
  const build = buildersFor(stage);
  admins = { asking: (await build.aPerson('admin')).userId, confirming: (await build.aPerson('admin')).userId };
});

const [admin, mia, eli, sam, kim, pat] = [0, 0, 1, 2, 3, 4];
const here = 0;
/** The places of the people among those who act, and of the second admin among those who confirm. */
const [asMia, asEli, asSam, asKim, second] = [4, 5, 6, 7, 1];

/** Who acts, whom it is about, and where or what. Each of them is accepted. */
// biome-ignore format: a table
const tour: [StepName, number, number, number][] = [
  // Pending work of Mia, while she is a manager, and of Kim, who is an admin.
  ['askBankAccount',     asMia, 0,   here],
  ['confirmBankAccount', second, 0,  here],
  ['askBankAccount',     asMia, 0,   here],
  ['registerWebhook',    asMia, 0,   here],
  ['registerByProgram',  admin, 0,   0],
  ['invite',             asMia, 0,   here],
  ['acceptInvitation',   admin, 0,   0],
  ['invite',             asMia, 0,   here],
  ['askErasure',         asKim, 0,   0],
  ['confirmAct',         second, 0,  0],
  ['askRates',           asKim, 0,   0],
  ['confirmAct',         second, 0,  0],
  ['askAdmin',           asKim, eli, 0],
  ['askAddress',         asKim, sam, 0],
  ['confirmAddress',     admin, 0,   0],
  ['signInAgain',        admin, sam, 0],
  ['askPasswordLink',    admin, mia, 0],
  // Kim approves a batch, and is no admin later.
  ['makeBatch',          admin, 0,   0],
  ['approveBatch',       asKim, 0,   0],
  ['downloadBatch',      admin, 0,   0],
  // The contacts of a loan, entered by Mia, by a program and with another payer; an admin approves.
  ['changeContacts',          asMia, 0, 0],
  ['changeContactsByProgram', admin, 0, 1],
  ['renamePayer',             asMia, 0, 0],
  ['approveLoan',             admin, 0, 0],
  ['raiseAmount',             admin, 0, 0],
  ['takeApprovalBack',        admin, 0, 0],
  ['approveAsRead',           admin, asMia, 0],
  ['takeApprovalBack',        admin, 0, 0],
  ['replaceLoanPayer',        asMia, 0, 1],
  ['sendLoanAgain',           asKim, 0, 0],
  ['chooseOtherOption',       asMia, 0, 0],
  ['applyForLoan',            admin, 0, 0],
  ['approveLoan',             admin, 0, 0],
  ['cancelByLink',            admin, 0, 0],
  ['setScopes',      admin, 0,   1],
  // The program may no longer manage webhooks, so the one that it registered is paused.
  ['setScopes',      admin, 0,   0],
  ['rotateSecret',   admin, 0,   0],
  ['endSecret',      admin, 2,   0],
  ['endAllSignIns',  admin, eli, 0],
  ['signInAgain',    admin, eli, 0],
  // The program that sees Eli's campaigns ends.
  ['transfer',       admin, eli, here],
  ['promote',        admin, sam, here],
  // The program that Mia answers for goes on with Sam, and ends with the last manager.
  ['demote',         admin, mia, here],
  ['revoke',         admin, sam, here],
  ['grant',          admin, eli, here],
  ['disable',        admin, sam, 0],
  ['enable',         admin, sam, 0],
  ['signInAgain',    admin, sam, 0],
  ['promoteToAdmin', admin, mia, 0],
  ['signInAgain',    admin, mia, 0],
  ['becomeMember',   admin, mia, 0],
  ['becomePayer',    admin, kim, 0],
  ['signInAgain',    admin, kim, 0],
  ['readdressPayer', admin, pat, 0],
  ['openLinkAgain',  admin, pat, 0],
  ['endAllSignIns',  admin, pat, 0],
  ['disable',        admin, pat, 0],
  ['enable',         admin, pat, 0],
  ['openLinkAgain',  admin, pat, 0],
  ['removePayer',    admin, pat, 0],
  ['endProgram',     admin, 2,   0],
  // Eli was a manager here, and is invited as a payer: they work there then, and not here again.
  ['becomePayer',      admin, eli, 0],
  ['signInAgain',      admin, eli, 0],
  ['inviteKnown',      admin, eli, 1],
  ['acceptInvitation', admin, 0,   2],
  ['signInAgain',    admin, mia, 0],
  ['closeAccount',   admin, mia, 0],
];

/**
 * One person tries to approve a loan whose payer has their mailbox or mobile. Each line is an attempt of its own, in
 * its order, with the answer of each step. The steps themselves compare it with what the person entered before.
 */
// biome-ignore format: a table
const attempts: [string, [StepName, number, number, number][], string[]][] = [
  ['approves, and changes the contacts',              [['approveLoan', admin, 0, 0], ['changeContacts', admin, 0, 0], ['changeContacts', admin, 0, 1]], ['200', '400 invalid', '400 invalid']],
  ['approves, and gives the payer another name',      [['approveLoan', admin, 0, 0], ['renamePayer', admin, 0, 0], ['renamePayer', asMia, 0, 2]], ['200', '400 invalid', '400 invalid']],
  ['approves, and lets somebody else change them',    [['approveLoan', admin, 0, 0], ['changeContacts', asMia, 0, 1], ['changeContactsByProgram', admin, 0, 0]], ['200', '400 invalid', '400 invalid']],
  ['approves, and gives the loan another payer',      [['approveLoan', admin, 0, 0], ['replaceLoanPayer', admin, 0, 1]], ['200', '409 payers-closed']],
  ['changes the contacts, and approves',              [['changeContacts', admin, 0, 0], ['approveLoan', admin, 0, 0]], ['200', '409 own-contacts']],
  ['gives their own mailbox, and approves',           [['changeContacts', admin, 0, 2], ['approveLoan', admin, 0, 0]], ['200', '409 own-loan']],
  ['becomes the payer, and approves',                 [['replaceLoanPayer', admin, 0, 2], ['approveLoan', admin, 0, 0]], ['204', '409 own-loan']],
  ['gives the loan another payer, and approves',      [['replaceLoanPayer', admin, 0, 1], ['approveLoan', admin, 0, 0]], ['204', '409 own-contacts']],
  ['sets it back to draft, and approves',             [['sendLoanAgain', admin, 0, 1], ['approveLoan', admin, 0, 0]], ['200', '409 own-contacts']],
  ['lets a manager whom they made enter them',        [['promote', admin, eli, here], ['changeContacts', asEli, 0, 0], ['approveLoan', admin, 0, 0]], ['200', '200', '409 asker-made']],
  ['lets a program with their secret enter them',     [['rotateSecret', admin, 0, 0], ['changeContactsByProgram', admin, 3, 0], ['approveLoan', admin, 0, 0]], ['201', '200', '409 asker-made']],
  ['changes the mailbox after the payer has applied', [['applyForLoan', admin, 0, 0], ['chooseOtherOption', asMia, 0, 1], ['changeContacts', asMia, 0, 1]], ['the payer of the loan applied', '200', '400 invalid']],
  ['becomes an admin, and approves what they raised', [['promoteToAdmin', admin, sam, 0], ['signInAgain', admin, sam, 0], ['approveLoan', asSam, 0, 0]], ['two admins made Sam an admin', 'Sam signed in', '409 own-contacts']],
  ['changes the contacts of their own draft',         [['promoteToAdmin', admin, sam, 0], ['signInAgain', admin, sam, 0], ['sendLoanAgain', asSam, 0, 1], ['approveLoan', asSam, 0, 0]], ['two admins made Sam an admin', 'Sam signed in', '200', '409 own-contacts']],
  ['raises the amount of a loan that they raised',    [['promoteToAdmin', admin, sam, 0], ['signInAgain', admin, sam, 0], ['approveLoan', admin, 0, 0], ['raiseAmount', asSam, 0, 0]], ['two admins made Sam an admin', 'Sam signed in', '200', '400 own-contacts']],
  ['approves another name than the one that they read', [['approveAsRead', admin, asMia, 0]], ['200']],
  ['has the link of a payer who has applied',         [['applyForLoan', admin, 0, 0], ['cancelByLink', admin, 0, 0]], ['the payer of the loan applied', '200']],
];

/** An approved batch of a person who stops being an admin, with the answer of each step. */
// biome-ignore format: a table
const lapses: typeof attempts = [
  ['its approver leaves',                [['makeBatch', admin, 0, 0], ['approveBatch', asKim, 0, 0], ['becomeMember', admin, kim, 0], ['downloadBatch', admin, 0, 0]], ['201', '200', '200', '409 approval-lapsed']],
  ['its maker leaves',                   [['makeBatch', asKim, 0, 0], ['approveBatch', second, 0, 0], ['disable', admin, kim, 0], ['downloadBatch', admin, 0, 0]], ['201', '200', '200', '409 approval-lapsed']],
  ['its approver leaves and comes back', [['makeBatch', admin, 0, 0], ['approveBatch', asKim, 0, 0], ['becomeMember', admin, kim, 0], ['promoteToAdmin', admin, kim, 0], ['downloadBatch', admin, 0, 0]], ['201', '200', '200', 'two admins made Kim an admin', '409 approval-lapsed']],
];

class Change implements fc.AsyncCommand<object, World> {
  readonly name: StepName;
  readonly draw: Draw;
  constructor(name: StepName, draw: Draw) {
    this.name = name;
    this.draw = draw;
  }
  check = () => true;
  toString = () => `${this.name}(${Object.values(this.draw).join(', ')})`;

  async run(_model: object, world: World): Promise<void> {
    await take(world, this.name, this.draw);
    await checkPendingWork(world);
    if (!(this.name in askingSteps || this.name in moneySteps)) await tryAll(world);
  }
}

/** Those after which little is left to try are rare. */
const rare: readonly StepName[] = ['removePayer', 'endProgram', 'becomePayer', 'endSecret', 'closeAccount'];
const names = (Object.keys(steps) as StepName[]).flatMap((name) => (rare.includes(name) ? [name] : [name, name, name]));
const number = fc.nat({ max: 15 });
const step = fc
  .tuple(fc.constantFrom(...names), number, number, number)
  .map(([name, who, whom, which]) => new Change(name, { who, whom, which }));

/** The error of a failed sequence tells its steps. */
async function runIn(world: World, commands: Iterable<Change>): Promise<void> {
  try {
    await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${world.story.join('\n')}`, { cause: error });
  }
}

it('every change of rights holds at once, for everything that people and programs hold', {
  timeout: 120_000,
}, async () => {
  const world = await openWorld(stage, admins);
  for (const [name, who, whom, which] of tour) {
    const before = world.story.length;
    await runIn(world, [new Change(name, { who, whom, which })]);
    expect(world.story.slice(before), name).not.toEqual([]);
    expect(world.story.at(-1), name).not.toMatch(/: [45]\d\d( \S+)?$/);
  }
  expect(tour.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(steps)));
});

async function expectOutcomes(changes: (typeof attempts)[number][1], outcomes: readonly string[]): Promise<void> {
  const world = await openWorld(stage, admins);
  const seen: (string | undefined)[] = [];
  for (const [name, who, whom, which] of changes) {
    await runIn(world, [new Change(name, { who, whom, which })]);
    seen.push(world.story.at(-1)?.split(': ').at(-1));
  }
  // A step that is refused for another reason would make its line empty.
  expect(seen).toEqual(outcomes);
}

it.each(attempts)('one person who %s does not get the loan', (_, changes, outcomes) =>
  expectOutcomes(changes, outcomes),
);

it.each(lapses)('the bank file of an approved batch is not given out if %s', (_, changes, outcomes) =>
  expectOutcomes(changes, outcomes),
);

it('nobody can do what the matrix refuses, after any sequence of changes of rights', {
  timeout: 60_000 + sequences * 20_000,
}, async () => {
  const changes = fc.array(step, { minLength: isShortened ? 1 : 18, maxLength: 24 });
  const property = fc.asyncProperty(changes, async (drawn) => {
    const world = await openWorld(stage, admins);
    await tryAll(world);
    await runIn(world, drawn);
  });
  await fc.assert(property, { numRuns: sequences, endOnFailure: !isShortened });
});
