import { campaignImportFields, campaignSample } from '@kerb/domain/imports/campaign-import.ts';
import { mostCampaignsAtOnce } from '@kerb/domain/imports/import-limits.ts';
import type { ImportCheck, ImportDetails } from '@kerb/domain/imports/imports.contract.ts';
import { sampleFile } from '@kerb/domain/imports/sample-file.ts';
import { externalRefTaken } from '@kerb/domain/wire/external-refs.ts';
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
const header = 'Budget,Date,First name,Surname,Email,Your reference';
const mapping = {
  campaignBudget: 0,
  campaignPlannedStartDate: 1,
  firstName: 2,
  surname: 3,
  emailAddress: 4,
  externalRef: 5,
};
const withProperty = `${header},Address,Suburb,State,Postcode,Nature of Ownership,Search Price Low,Search Price High`;
let serial = 0;
const row = (reference = '') => {
  serial += 1;
  return `4200,01/03/2027,Pat,Payer ${serial},imported.payer${serial}@example.com,${reference}`;
};
const fileOf = (...rows: string[]) => [header, ...rows].join('\n');

async function aTeam(more: Parameters<ReturnType<typeof buildersFor>['aTenant']>[0] = {}) {
  const tenantId = await build.aTenant(more);
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  return { tenantId, manager, place: `/v1/tenants/${tenantId}/campaign-imports` };
}
type Team = Awaited<ReturnType<typeof aTeam>>;

const check = async ({ manager, place }: Team, text: string): Promise<ImportCheck> => {
  const answer = await as(manager)('POST', `${place}/check`, { text });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const send = ({ manager, place }: Team, text: string, lines: number[], more: object = {}, headers: object = {}) =>
  as(manager)('POST', place, { fileName: 'campaigns.csv', text, mapping, lines, ...more }, { ...headers });
const imported = async (team: Team, text: string, lines: number[], more: object = {}): Promise<ImportDetails> => {
  const answer = await send(team, text, lines, more);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const campaignsOf = async ({ tenantId, manager }: Team) =>
  (await as(manager)('GET', `/v1/agreements?tenantId=${tenantId}&perPage=100`)).json().items as {
    id: number;
    status: string;
    name: string;
  }[];

describe('an import of campaigns', () => {
  it('creates drafts with a payer and a reference, by the rules of a single campaign', async () => {
    const team = await aTeam();
    const made = await imported(team, fileOf(row('R-1'), row(), '0,01/03/2027,Pat,Payer,x@example.com,'), [2, 3, 4]);
    expect(made.rows).toMatchObject([
      { line: 2, outcome: 'created', message: 'Created' },
      { line: 3, outcome: 'created' },
      { line: 4, outcome: 'refused', name: null, message: 'Enter an amount above zero.' },
    ]);
    const campaigns = await campaignsOf(team);
    expect(campaigns.map(({ status }) => status)).toEqual(['draft', 'draft']);
    const byRef = (await as(team.manager)('GET', '/v1/agreements?externalRef=R-1')).json().items;
    const one = (await as(team.manager)('GET', `/v1/agreements/${byRef[0].id}`)).json();
    expect(one).toMatchObject({ campaignBudget: 4200, campaignPlannedStartDate: '2027-03-01', externalRef: 'R-1' });
    const recipients = stage.db.selectFrom('messages').select('id').where('recipient', 'like', 'imported.payer%');
    expect(await recipients.execute()).toEqual([]);
    const entries = (await openedLog(stage)).filter(({ targetTenantId }) => targetTenantId === team.tenantId);
    const codes = entries.map(({ activityCode }) => activityCode);
    expect(codes.filter((code) => code === 'campaign_create')).toHaveLength(2);
    expect(codes.filter((code) => code === 'signatory_create')).toHaveLength(2);
    expect(entries.at(-1)).toMatchObject({ description: 'Campaigns imported', logData: { created: 2, refused: 1 } });
  });

  it('has the errors of each row at their fields', async () => {
    const team = await aTeam();
    const { rows, mapping: guessed } = await check(team, `${header},Mobile\nmany,31/02/2027,,Payer,nothing,,12`);
    expect(guessed).toEqual({ ...mapping, mobilePhone: 6 });
    expect(Object.keys(rows[0]?.errors ?? {}).sort()).toEqual([
      'campaignBudget',
      'campaignPlannedStartDate',
      'emailAddress',
      'firstName',
      'mobilePhone',
    ]);
    expect(await campaignsOf(team)).toEqual([]);
  });

  it('adds the property where the organisation may, with the details that it needs', async () => {
    const may = await aTeam({ allowAddingProperty: true });
    const address = '12 Wattle St,Yass,NSW,2582';
    const text = [
      withProperty,
      `${row()},${address},investment,850000,900000`,
      `${row()},${address},,,`,
      `${row()},${address.replace('NSW', 'QQ')},Investment,850000,900000`,
    ].join('\n');
    const { rows, mapping: guessed } = await check(may, text);
    expect(rows.map(({ errors }) => Object.keys(errors).sort())).toEqual([
      [],
      ['natureOfOwnership', 'sellingPriceMax', 'sellingPriceMin'],
      ['state'],
    ]);
    const made = await imported(may, text, [2], { mapping: guessed });
    expect(made.rows).toMatchObject([{ outcome: 'created', name: '12 Wattle St, Yass NSW 2582' }]);
    const mayNot = await aTeam();
    expect((await check(mayNot, text)).rows[0]?.errors).toEqual({
      address: 'Properties of this campaign are added by our team.',
    });
  });

  it('imports no reference, and no address with the same payer, twice', async () => {
    const team = await aTeam({ allowAddingProperty: true });
    const [first, other] = [row('SAME'), row('OTHER')];
    const sale = 'investment,850000,900000';
    const text = [withProperty, `${first},12 Wattle St,Yass,NSW,2582,${sale}`].join('\n');
    const { mapping: guessed } = await check(team, text);
    const { rows } = await imported(team, text, [2], { mapping: guessed });
    expect(rows[0]?.outcome).toBe('created');
    const [campaign] = await campaignsOf(team);
    const again = await check(
      team,
      [
        withProperty,
        `${row('SAME')},1 Other St,Yass,NSW,2582,${sale}`,
        `${first.replace('SAME', 'NEW')},"12  WATTLE ST.",yass,nsw,2582,${sale}`,
        `${other},2 Other St,Yass,NSW,2582,${sale}`,
        `${row('OTHER')},3 Other St,Yass,NSW,2582,${sale}`,
        `${other.replace('OTHER', '')},2 other st,Yass,NSW,2582,${sale}`,
        `${row()},2 Other St,Yass,NSW,2582,${sale}`,
      ].join('\n'),
    );
    expect(again.rows.map(({ errors }) => errors)).toEqual([
      { externalRef: externalRefTaken },
      { address: `Campaign AU${campaign?.id} has the same address and payer.` },
      {},
      { externalRef: 'Line 4 has the same reference.' },
      { address: 'Line 4 has the same address and payer.' },
      {},
    ]);
  });

  it('happens once for its key, and finds what another import created meanwhile', async () => {
    const team = await aTeam();
    const text = fileOf(row('A'), row('B'));
    const key = { 'idempotency-key': `campaigns-${team.tenantId}` };
    await Promise.all([send(team, text, [2, 3], {}, key), send(team, text, [2, 3], {}, key)]);
    const last = await send(team, text, [2, 3], {}, key);
    expect([last.statusCode, last.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(await campaignsOf(team)).toHaveLength(2);
    const more = fileOf(row('C'), row('D'));
    const answers = await Promise.all([send(team, more, [2, 3]), send(team, more, [2, 3])]);
    expect(answers.map((answer) => answer.json().counts.created).sort()).toEqual([0, 2]);
    expect(await campaignsOf(team)).toHaveLength(4);
  });

  it('is for managers and admins; to other organisations it is not there', async () => {
    const team = await aTeam();
    const { href, id } = await imported(team, fileOf(row()), [2]);
    const employee = await build.aPerson('tenant_user', { tenantId: team.tenantId, as: 'employee' });
    const other = await aTeam();
    const admin = await build.aPerson('admin');
    expect((await as(employee)('GET', href)).statusCode).toBe(403);
    expect((await send({ ...team, manager: employee }, fileOf(row()), [2])).statusCode).toBe(403);
    for (const path of [href, `${other.place}/${id}`]) {
      expect((await as(other.manager)('GET', path)).statusCode).toBe(404);
      expect((await as(other.manager)('POST', `${path}/undo`)).statusCode).toBe(404);
    }
    expect((await send({ ...team, manager: other.manager }, fileOf(row()), [2])).statusCode).toBe(404);
    // The import of another kind has another address.
    expect((await as(team.manager)('GET', href.replace('campaign-imports', 'team-imports'))).statusCode).toBe(404);
    expect((await imported({ ...team, manager: admin }, fileOf(row()), [2])).counts.created).toBe(1);
  });

  it('takes the sample file as it is', async () => {
    const text = sampleFile(campaignImportFields(stage.deps.country.address), campaignSample('2027-03-01'));
    expect((await check(await aTeam(), text)).rows.map(({ errors }) => errors)).toEqual([{}, {}]);
  });

  it('creates a hundred at once, and no more', async () => {
    const team = await aTeam();
    const text = fileOf(...Array.from({ length: mostCampaignsAtOnce + 1 }, () => row()));
    const lines = Array.from({ length: mostCampaignsAtOnce + 1 }, (_, at) => at + 2);
    expect((await send(team, text, lines)).statusCode).toBe(400);
    const { counts, href } = await imported(team, text, lines.slice(1));
    expect(counts).toMatchObject({ created: mostCampaignsAtOnce, refused: 0 });
    expect((await as(team.manager)('POST', `${href}/undo`)).json().counts.removed).toBe(mostCampaignsAtOnce);
  });
});

describe('the undo of an import of campaigns', () => {
  it('cancels the drafts that nobody has touched, and says why it keeps the others', async () => {
    const team = await aTeam();
    const text = fileOf(row('U-1'), row(), row(), row());
    const { href } = await imported(team, text, [2, 3, 4, 5]);
    const [fourth, third, second] = (await campaignsOf(team)).map(({ id }) => id).sort((a, b) => b - a);
    await stage.deps.clock.move(stage.db, 0.5);
    await as(team.manager)('PUT', `/v1/agreements/${second}`, { campaignBudget: 5000 });
    await as(team.manager)('POST', `/v1/agreements/${third}/comments`, { body: 'Rang the vendor.' });
    await as(team.manager)('POST', `/v1/agreements/${fourth}/set-status`, { status: 'cancelled' });
    const undone = await as(team.manager)('POST', `${href}/undo`);
    expect(undone.statusCode, undone.body).toBe(200);
    expect(undone.json().rows).toMatchObject([
      { line: 2, outcome: 'removed', message: 'Campaign cancelled' },
      { line: 3, outcome: 'kept', message: 'Kept: the campaign was changed after the import.' },
      { line: 4, outcome: 'kept', message: 'Kept: the campaign was changed after the import.' },
      { line: 5, outcome: 'kept', message: 'Kept: the campaign was cancelled already.' },
    ]);
    const statuses = (await campaignsOf(team)).toSorted((a, b) => a.id - b.id).map(({ status }) => status);
    expect(statuses).toEqual(['cancelled', 'draft', 'draft', 'cancelled']);
    expect((await as(team.manager)('POST', `${href}/undo`)).statusCode).toBe(409);
    // The reference is free again.
    expect((await check(team, text)).rows[0]?.errors).toEqual({});
  });
});
