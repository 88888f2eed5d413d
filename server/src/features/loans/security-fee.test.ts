import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { expect, it } from 'vitest';
import { drawn, startLoanFixture } from '../../../test/loan-fixture.ts';
import { pdfText } from '../../../test/pdf-text.ts';

const { stage, build, admin, call, read, loanOf } = await startLoanFixture({
  now: '2026-11-15T02:00:00.000Z',
  env: { SECURITY_FEE_EXEMPT_NAMES: 'wattle, harbour' },
});

async function chosenPayLater(identifier: string) {
  const tenantId = await build.aTenant();
  await stage.db.updateTable('tenants').set({ identifier }).where('id', '=', tenantId).execute();
  const { id } = await build.aCampaign(admin, tenantId, { payers: [build.aPayer()], status: 'waiting-invite' });
  await call(admin)('PUT', `/v1/agreements/${id}`, { campaignBudget: 10_000, sellingPriceMin: 900_000 });
  const chosen = await call(admin)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pl' });
  expect(chosen.statusCode, chosen.body).toBe(200);
  return id;
}

const textOf = async (path: string) => pdfText((await call(admin)('GET', path)).rawPayload).replaceAll(/\s+/g, ' ');
const calculated = async (brand: string) => (await stage.as(null)('GET', `/v1/calculator?brand=${brand}`)).json();

// biome-ignore format: a table
it.each([
  ['harbour-estate-north', 0],
  ['valley-homes',         184],
])('an organisation with the identifier %s pays a security fee of %d, in all that it reads', async (identifier, fee) => {
  const id = await chosenPayLater(identifier);
  expect((await calculated(identifier)).caveatFee).toBe(fee);
  expect((await read(admin, id)).caveatFee).toBe(fee);
  const words = /Security registration fee \$184\.00/i;
  expect(words.test(await textOf(`/loan/${id}/download-loan-agreement`))).toBe(fee > 0);
  await stage.db.updateTable('agreements').set({ status: statusRank('executed'), ...drawn }).where('id', '=', id).execute();
  const { balances } = await loanOf(admin, id);
  const line = balances.today.lines.find(({ key }: { key: string }) => key === 'caveatFee');
  expect(line?.amount ?? 0).toBe(fee);
  expect(words.test(await textOf(`/loan/${id}/download-loan-invoice`))).toBe(fee > 0);
});
