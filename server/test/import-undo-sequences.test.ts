import { undoHours } from '@kerb/domain/imports/import-limits.ts';
import type { ImportDetails } from '@kerb/domain/imports/imports.contract.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from './builders.ts';
import { type Stage, startStage } from './harness.ts';

/**
 * Random sequences of imports, of changes to what they created, and of undoing them, in two organisations. An undo
 * restores what was there before the import, except what somebody has touched since. SEQUENCES draws more of them.
 */
const sequences = Number(process.env.SEQUENCES ?? 4);

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let hours = 0;
let serial = 0;
beforeAll(async () => {
  stage = await startStage({ env: { LOG_LEVEL: 'error' } });
  build = buildersFor(stage);
});

const passHours = async (more: number): Promise<void> => {
  hours += more;
  await stage.deps.clock.move(stage.db, hours / 24);
};

type Call = ReturnType<Stage['as']>;
type Row = { reference: string; recordId: number; isTouched: boolean };
type Import = { href: string; text: string; lines: number[]; rows: Row[]; at: number; isUndone: boolean };
type Team = { tenantId: number; manager: Person; imports: Import[] };
type Kind = {
  path: string;
  header: string;
  mapping: Record<string, number>;
  rowOf: (reference: string) => string;
  /** What is open in an organisation, by its reference, with everything that a person can change. */
  openIn: (team: Team) => Promise<{ id: number; reference: string; values: string }[]>;
  /** Each is a change of a person after which an undo keeps the row. */
  touches: ((call: Call, id: number) => ReturnType<Call>)[];
};

const campaigns: Kind = {
  path: 'campaign-imports',
  header: 'Budget,Date,First name,Surname,Email,Your reference',
  mapping: {
    campaignBudget: 0,
    campaignPlannedStartDate: 1,
    firstName: 2,
    surname: 3,
    emailAddress: 4,
    externalRef: 5,
  },
  rowOf: (reference) => `4200,01/03/2029,Pat,Payer,${reference}@example.com,${reference}`,
  openIn: async ({ tenantId }) => {
    const rows = await stage.db
      .selectFrom('agreements as a')
      .leftJoin('externalRefs as r', 'r.agreementId', 'a.id')
      .select(['a.id', 'r.externalRef', 'a.status', 'a.campaignBudget', 'a.name', 'a.agentUserId'])
      .where('a.tenantId', '=', tenantId)
      .where('a.status', '<>', statusRank('cancelled'))
      .orderBy('a.id')
      .execute();
    return rows.map(({ id, externalRef, ...values }) => ({
      id,
      reference: externalRef ?? '',
      values: JSON.stringify(values),
    }));
  },
  touches: [
    (call, id) => call('PUT', `/v1/agreements/${id}`, { campaignBudget: 5000 }),
    (call, id) => call('POST', `/v1/agreements/${id}/comments`, { body: 'Rang the vendor.' }),
    (call, id) => call('POST', `/v1/agreements/${id}/set-status`, { status: 'cancelled' }),
    (call, id) => call('POST', `/v2/campaigns/${id}/send-campaign`, {}),
  ],
};

const members: Kind = {
  path: 'team-imports',
  header: 'First name,Surname,Email',
  mapping: { firstName: 0, surname: 1, emailAddress: 2 },
  rowOf: (reference) => `Ivy,Ng,${reference}@example.com`,
  openIn: async ({ tenantId }) => {
    const rows = await stage.db
      .selectFrom('userInvitations')
      .select(['id', 'emailAddress', 'jobTitle', 'acceptedDate', 'firstName'])
      .where('tenantId', '=', tenantId)
      .where('revokedDate', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(({ id, emailAddress, ...values }) => ({
      id,
      reference: emailAddress.split('@')[0] ?? '',
      values: JSON.stringify(values),
    }));
  },
  touches: [
    (call, id) => call('PUT', `/v1/user-invitations/${id}`, { jobTitle: 'Clerk' }),
    (call, id) => call('POST', '/v1/resend-user-invitation', { userInvitationId: id }),
    (call, id) => call('DELETE', `/v1/user-invitations/${id}`),
  ],
};

async function aTeam(): Promise<Team> {
  const tenantId = await build.aTenant();
  return { tenantId, manager: await build.aPerson('tenant_user', { tenantId, as: 'manager' }), imports: [] };
}

const callsOf = ({ manager }: Team): Call => stage.as(manager.userId);
const placeOf = ({ tenantId }: Team, { path }: Kind) => `/v1/tenants/${tenantId}/${path}`;

async function send(kind: Kind, team: Team, text: string, lines: number[]): Promise<ImportDetails> {
  const body = { fileName: 'any.csv', text, mapping: kind.mapping, lines };
  const answer = await callsOf(team)('POST', placeOf(team, kind), body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

async function importRows(kind: Kind, team: Team, count: number): Promise<void> {
  const references = Array.from({ length: count }, () => {
    serial += 1;
    return `ref${serial}`;
  });
  const text = [kind.header, ...references.map(kind.rowOf)].join('\n');
  const lines = references.map((_, at) => at + 2);
  const before = await kind.openIn(team);
  const { href, counts } = await send(kind, team, text, lines);
  expect(counts.created).toBe(count);
  const open = await kind.openIn(team);
  // Nothing that was there has changed.
  expect(open.slice(0, before.length)).toEqual(before);
  const rows = references.map((reference) => ({
    reference,
    recordId: open.find((one) => one.reference === reference)?.id ?? 0,
    isTouched: false,
  }));
  team.imports.push({ href, text, lines, rows, at: hours, isUndone: false });
}

const drawnImport = ({ imports }: Team, at: number): Import | undefined => imports[at % Math.max(1, imports.length)];

async function touch(kind: Kind, team: Team, { at, row, how }: { at: number; row: number; how: number }) {
  const found = drawnImport(team, at);
  const touched = found?.rows[row % found.rows.length];
  const act = kind.touches[how % kind.touches.length];
  if (!touched || !act) return;
  // The moment of an import and that of a change differ, as they do when a person acts.
  await passHours(0.01);
  const answer = await act(callsOf(team), touched.recordId);
  if (answer.statusCode < 300) touched.isTouched = true;
}

type Undo = { at: number; by: 'manager' | 'stranger' };

/** By the organisation’s manager, within 24 hours and once. Otherwise it is refused, and nothing changes. */
async function undo(kind: Kind, [team, other]: readonly [Team, Team], { at, by }: Undo): Promise<void> {
  const found = drawnImport(team, at);
  if (!found) return;
  const before = [await kind.openIn(team), await kind.openIn(other)] as const;
  const answer = await callsOf(by === 'manager' ? team : other)('POST', `${found.href}/undo`);
  const after = [await kind.openIn(team), await kind.openIn(other)] as const;
  expect(after[1]).toEqual(before[1]);
  const isRefused = found.isUndone || hours - found.at > undoHours;
  const own = isRefused ? 409 : 200;
  const expected = by === 'stranger' ? 404 : own;
  expect(answer.statusCode, answer.body).toBe(expected);
  if (expected !== 200) return expect(after[0]).toEqual(before[0]);
  found.isUndone = true;
  const { rows } = answer.json() as ImportDetails;
  expect(rows.map(({ outcome }) => outcome)).toEqual(
    found.rows.map(({ isTouched }) => (isTouched ? 'kept' : 'removed')),
  );
  for (const { message } of rows) expect(message).not.toBe('');
  const removed = new Set(found.rows.filter(({ isTouched }) => !isTouched).map(({ recordId }) => recordId));
  expect(after[0]).toEqual(before[0].filter(({ id }) => !removed.has(id)));
  if (found.rows.every(({ isTouched }) => !isTouched)) await expectImportableAgain(kind, team, found);
}

/** The same file then creates the same again: nothing of the import is in its way. */
async function expectImportableAgain(kind: Kind, team: Team, { text, lines }: Import): Promise<void> {
  const answer = await callsOf(team)('POST', `${placeOf(team, kind)}/check`, { text, mapping: kind.mapping });
  expect((answer.json().rows as { errors: object }[]).map(({ errors }) => errors)).toEqual(lines.map(() => ({})));
}

const at = fc.nat(9);
const side = fc.nat(1);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('import' as const), side, count: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('touch' as const), side, at, row: at, how: at }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('undo' as const),
      side,
      at,
      by: fc.constantFrom('manager' as const, 'manager' as const, 'stranger' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(0.5, 6, 23, 25) }) },
);

describe.each([
  ['campaigns', campaigns],
  ['team members', members],
] as const)('an import of %s', (_name, kind) => {
  it('is undone exactly, where nobody has touched it, after any sequence of changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
        const teams = [await aTeam(), await aTeam()] as const;
        for (const drawn of steps) {
          if (drawn.kind === 'wait') {
            await passHours(drawn.hours);
            continue;
          }
          const [team, other] = drawn.side === 0 ? teams : ([teams[1], teams[0]] as const);
          if (drawn.kind === 'import') await importRows(kind, team, drawn.count);
          else if (drawn.kind === 'touch') await touch(kind, team, drawn);
          else await undo(kind, [team, other], drawn);
        }
      }),
      { numRuns: sequences, endOnFailure: true },
    );
  }, 240_000);
});
