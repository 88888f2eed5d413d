import { mostInvitedAtOnce } from '@kerb/domain/imports/import-limits.ts';
import type { ImportCheck, ImportDetails } from '@kerb/domain/imports/imports.contract.ts';
import { sampleFile } from '@kerb/domain/imports/sample-file.ts';
import { teamImportFields, teamSample } from '@kerb/domain/imports/team-import.ts';
import { invitedAlready, memberAlready } from '@kerb/domain/team/team-rules.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
});
afterEach(() => stage.deps.clock.move(stage.db, 0));

const as = (person: Person) => stage.as(person.userId);
const header = 'First name,Surname,Email';
const mapping = { firstName: 0, surname: 1, emailAddress: 2 };
let serial = 0;
/** Rows with addresses of their own. */
const people = (count: number) =>
  Array.from({ length: count }, () => {
    serial += 1;
    return `Ivy,Ng ${serial},imported${serial}@example.com`;
  });
const fileOf = (...rows: string[]) => [header, ...rows].join('\n');

async function aTeam() {
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  return { tenantId, manager, place: `/v1/tenants/${tenantId}/team-imports` };
}
type Team = Awaited<ReturnType<typeof aTeam>>;

const check = async ({ manager, place }: Team, text: string, more: object = {}): Promise<ImportCheck> => {
  const answer = await as(manager)('POST', `${place}/check`, { text, ...more });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const send = ({ manager, place }: Team, text: string, lines: number[], headers: object = {}) =>
  as(manager)('POST', place, { fileName: 'team.csv', text, mapping, lines }, { ...headers });
const imported = async (team: Team, text: string, lines: number[]): Promise<ImportDetails> => {
  const answer = await send(team, text, lines);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const pendingOf = ({ tenantId }: Team) =>
  stage.db
    .selectFrom('userInvitations')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('revokedDate', 'is', null)
    .orderBy('id')
    .execute();

describe('the check of a file of team members', () => {
  it('guesses the columns from their headers, whatever the delimiter', async () => {
    const team = await aTeam();
    const {
      headers,
      mapping: guessed,
      rows,
    } = await check(team, '\uFEFFE-mail;Last name;FIRST_NAME\nivy@example.com;Ng;Ivy');
    expect(headers).toEqual(['E-mail', 'Last name', 'FIRST_NAME']);
    expect(guessed).toEqual({ emailAddress: 0, surname: 1, firstName: 2 });
    expect(rows).toEqual([
      { line: 2, texts: { emailAddress: 'ivy@example.com', surname: 'Ng', firstName: 'Ivy' }, errors: {} },
    ]);
  });

  it('has the errors of each row at their fields, in the words of a single invitation', async () => {
    const team = await aTeam();
    const text = [
      'First name,Surname,Email,Mobile,Access,All agent notices',
      ',Ng,nobody,12,owner,perhaps',
      'Ivy,Ng,a@example.com,,Manager,Yes',
    ].join('\n');
    const { rows } = await check(team, text);
    const single = await as(team.manager)('POST', '/v1/user-invitations', {
      ...{ tenant: { href: `/v1/tenants/${team.tenantId}` }, firstName: '', surname: 'Ng', emailAddress: 'nobody' },
      ...{ tenantUserType: 'owner', receivesAllAgentNotices: 'perhaps' },
    });
    const { validation } = single.json() as { validation: Record<string, { message: string }[]> };
    const words = Object.fromEntries(Object.entries(validation).map(([field, [first]]) => [field, first?.message]));
    expect(rows[0]?.errors).toEqual({ ...words, mobilePhone: expect.any(String) });
    expect(Object.keys(words).sort()).toEqual([
      'emailAddress',
      'firstName',
      'receivesAllAgentNotices',
      'tenantUserType',
    ]);
    expect(rows[1]?.errors).toEqual({});
  });

  it('recognises members, invited people and rows that repeat an address, and changes nothing', async () => {
    const team = await aTeam();
    await imported(team, fileOf('Ivy,Ng,invited@example.com'), [2]);
    const text = fileOf(
      `Mia,Member,${team.manager.emailAddress.toUpperCase()}`,
      'Ivy,Ng,Invited@example.com',
      'One,New,new.one@example.com',
      'Two,New,NEW.ONE@example.com',
    );
    const { rows } = await check(team, text);
    expect(rows.map(({ errors }) => errors.emailAddress)).toEqual([
      memberAlready,
      invitedAlready,
      undefined,
      'Line 4 has the same email address.',
    ]);
    expect(await pendingOf(team)).toHaveLength(1);
  });

  // biome-ignore format: a table
  it.each([
    ['only headers',      header,                                'The file has no rows below its headers.'],
    ['nothing but lines', '\n\n',                                'The file is empty.'],
    ['a binary file',     'PK\u0003\u0004',                      'This is not a CSV file.'],
    ['an open quote',     `${header}\n"Ivy,Ng,a@example.com`,    'Line 2: the quotation marks do not match.'],
    ['too many rows',     `${header}\n${'a,b,c\n'.repeat(1001)}`, 'A file has at most 1000 rows.'],
    ['too many columns',  `${'a,'.repeat(101)}b\n1`,             'A file has at most 100 columns.'],
  ])('refuses %s', async (_what, text, because) => {
    const { manager, place } = await aTeam();
    const answer = await as(manager)('POST', `${place}/check`, { text });
    expect([answer.statusCode, answer.json().displayText]).toEqual([400, because]);
  });

  it('refuses a column that the file does not have, and a field that does not exist', async () => {
    const { manager, place } = await aTeam();
    for (const wrong of [{ firstName: 3 }, { nickname: 0 }, { constructor: 0 }]) {
      const answer = await as(manager)('POST', `${place}/check`, { text: fileOf(...people(1)), mapping: wrong });
      expect(answer.statusCode).toBe(400);
    }
  });

  it('takes the sample file as it is', async () => {
    const { rows } = await check(await aTeam(), sampleFile(teamImportFields, teamSample));
    expect(rows.map(({ errors }) => errors)).toEqual([{}, {}]);
  });
});

describe('an import of team members', () => {
  it('invites the chosen rows and says what became of each', async () => {
    const team = await aTeam();
    const rows = people(3);
    const made = await imported(team, fileOf(...rows, 'No,Address,nothing'), [2, 4, 5]);
    expect(made.rows).toMatchObject([
      { line: 2, outcome: 'created', name: rows[0]?.replace(',', ' ').replace(',', ', ') },
      { line: 4, outcome: 'created' },
      { line: 5, outcome: 'refused', name: null, message: 'That email address is not valid.' },
    ]);
    expect(made.counts).toEqual({ created: 2, refused: 1, removed: 0, kept: 0 });
    const pending = await pendingOf(team);
    expect(pending.map(({ surname }) => `Ivy,${surname}`)).toEqual(
      [rows[0], rows[2]].map((row) => row?.replace(/,[^,]*$/, '')),
    );
    const { items } = (await as(team.manager)('GET', team.place)).json();
    expect(items).toMatchObject([{ id: made.id, fileName: 'team.csv', createdByName: team.manager.displayName }]);
  });

  it('sends its emails only then, and has an entry in the log for each person and one for itself', async () => {
    const team = await aTeam();
    const rows = people(2);
    const addresses = rows.map((row) => row.split(',')[2]!);
    const messages = () =>
      stage.db.selectFrom('messages').select('recipient').where('recipient', 'in', addresses).execute();
    await check(team, fileOf(...rows));
    expect(await messages()).toEqual([]);
    const { id: importId } = await imported(team, fileOf(...rows), [2, 3]);
    expect((await messages()).map(({ recipient }) => recipient).sort()).toEqual(addresses);
    const entries = (await openedLog(stage)).filter(({ targetTenantId }) => targetTenantId === team.tenantId);
    expect(entries.slice(-3).map(({ activityCode, userId }) => [activityCode, userId])).toEqual([
      ['user_invite', team.manager.userId],
      ['user_invite', team.manager.userId],
      ['tenant_update', team.manager.userId],
    ]);
    expect(entries.at(-1)).toMatchObject({
      description: 'Team members imported',
      logData: { importId, created: 2, refused: 0 },
    });
  });

  it('happens once for its key, also if the request is repeated at once', async () => {
    const team = await aTeam();
    const text = fileOf(...people(2));
    const key = { 'idempotency-key': `import-${team.tenantId}` };
    const answers = await Promise.all([send(team, text, [2, 3], key), send(team, text, [2, 3], key)]);
    const last = await send(team, text, [2, 3], key);
    expect([last.statusCode, last.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(answers.every(({ statusCode }) => [201, 409].includes(statusCode))).toBe(true);
    expect(await pendingOf(team)).toHaveLength(2);
    expect((await as(team.manager)('GET', team.place)).json().items).toHaveLength(1);
  });

  it('invites nobody twice if two managers import the same file at once', async () => {
    const team = await aTeam();
    const other = await build.aPerson('tenant_user', { tenantId: team.tenantId, as: 'manager' });
    const text = fileOf(...people(3));
    const answers = await Promise.all([
      send(team, text, [2, 3, 4]),
      send({ ...team, manager: other }, text, [2, 3, 4]),
    ]);
    const counts = answers.map((answer) => answer.json().counts.created);
    expect(counts.sort()).toEqual([0, 3]);
    expect(await pendingOf(team)).toHaveLength(3);
  });

  it('remembers the columns for the organisation, and for no other', async () => {
    const team = await aTeam();
    const rows = people(2).map((row) => row.split(',').toReversed().join(','));
    const text = ['Reach them at,Clan,Known as', ...rows].join('\n');
    const columns = { emailAddress: 0, surname: 1, firstName: 2 };
    expect((await check(team, text)).mapping).toEqual({});
    const body = { fileName: 'team.csv', text, mapping: columns, lines: [2] };
    expect((await as(team.manager)('POST', team.place, body)).statusCode).toBe(201);
    expect((await check(team, text)).mapping).toEqual(columns);
    expect((await check(await aTeam(), text)).mapping).toEqual({});
  });

  it('is for the managers of the organisation and admins; to others it is not there', async () => {
    const team = await aTeam();
    const { tenantId, place } = team;
    const { href } = await imported(team, fileOf(...people(1)), [2]);
    const employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const other = await aTeam();
    const admin = await build.aPerson('admin');
    const statusOf = async (person: Person, method: 'GET' | 'POST', path: string, body?: object) =>
      (await as(person)(method, path, body)).statusCode;
    for (const [person, status] of [
      [employee, 403],
      [other.manager, 404],
    ] as const) {
      expect(await statusOf(person, 'GET', place)).toBe(status);
      expect(await statusOf(person, 'GET', href)).toBe(status);
      expect(await statusOf(person, 'POST', `${place}/check`, { text: fileOf(...people(1)) })).toBe(status);
      expect((await send({ ...team, manager: person }, fileOf(...people(1)), [2])).statusCode).toBe(status);
      expect(await statusOf(person, 'POST', `${href}/undo`)).toBe(status);
    }
    // The id of another organisation's import under the own organisation.
    const id = href.split('/').at(-1);
    expect(await statusOf(other.manager, 'GET', `${other.place}/${id}`)).toBe(404);
    expect(await statusOf(other.manager, 'POST', `${other.place}/${id}/undo`)).toBe(404);
    expect(await statusOf(admin, 'POST', `${href}/undo`)).toBe(200);
  });

  it('has at most sixty rows, all of them in the file', async () => {
    const team = await aTeam();
    const text = fileOf(...people(mostInvitedAtOnce + 1));
    const lines = Array.from({ length: mostInvitedAtOnce + 1 }, (_, at) => at + 2);
    expect((await send(team, text, lines)).statusCode).toBe(400);
    expect((await send(team, text, [2, 999])).statusCode).toBe(400);
    expect(await pendingOf(team)).toEqual([]);
    expect((await imported(team, text, lines.slice(1))).counts.created).toBe(mostInvitedAtOnce);
  });
});

describe('the undo of an import', () => {
  const call = (team: Team, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    as(team.manager)(method, path, body);

  it('revokes what nobody has touched, and says why it keeps the others', async () => {
    const team = await aTeam();
    const made = await imported(team, fileOf(...people(5), 'No,Address,nothing'), [2, 3, 4, 5, 6, 7]);
    const [changed, resent, revoked, accepted] = (await pendingOf(team)).map(({ id }) => id);
    await stage.deps.clock.move(stage.db, 0.5);
    await call(team, 'PUT', `/v1/user-invitations/${changed}`, { jobTitle: 'Clerk' });
    await call(team, 'POST', '/v1/resend-user-invitation', { userInvitationId: resent });
    await call(team, 'DELETE', `/v1/user-invitations/${revoked}`);
    const acceptedDate = stage.deps.clock.now();
    await stage.db.updateTable('userInvitations').set({ acceptedDate }).where('id', '=', accepted!).execute();
    const undone = await call(team, 'POST', `${made.href}/undo`);
    expect(undone.statusCode, undone.body).toBe(200);
    expect(undone.json().rows).toMatchObject([
      { line: 2, outcome: 'kept', message: 'Kept: the invitation was changed or sent again after the import.' },
      { line: 3, outcome: 'kept', message: 'Kept: the invitation was changed or sent again after the import.' },
      { line: 4, outcome: 'kept', message: 'Kept: the invitation was revoked already.' },
      { line: 5, outcome: 'kept', message: 'Kept: the person has accepted the invitation.' },
      { line: 6, outcome: 'removed', message: 'Invitation revoked' },
      { line: 7, outcome: 'refused' },
    ]);
    expect(undone.json()).toMatchObject({ undoUntil: null, counts: { created: 0, refused: 1, removed: 1, kept: 4 } });
    const entries = (await openedLog(stage)).filter(({ targetTenantId }) => targetTenantId === team.tenantId);
    expect(entries.slice(-2).map(({ activityCode, description }) => [activityCode, description])).toEqual([
      ['user_invite', 'Invitation revoked: its import was undone'],
      ['tenant_update', 'Import of team members undone'],
    ]);
  });

  it('happens once, and lets the same people be imported again', async () => {
    const team = await aTeam();
    const text = fileOf(...people(2));
    const { href } = await imported(team, text, [2, 3]);
    const answers = await Promise.all([1, 2].map(() => call(team, 'POST', `${href}/undo`)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await pendingOf(team)).toEqual([]);
    expect((await imported(team, text, [2, 3])).counts.created).toBe(2);
  });

  it('is possible for a day', async () => {
    const team = await aTeam();
    const { href } = await imported(team, fileOf(...people(1)), [2]);
    await stage.deps.clock.move(stage.db, 2);
    const late = await call(team, 'POST', `${href}/undo`);
    expect([late.statusCode, late.json().displayText]).toEqual([409, 'An import can be undone for 24 hours.']);
    expect(await pendingOf(team)).toHaveLength(1);
  });
});
