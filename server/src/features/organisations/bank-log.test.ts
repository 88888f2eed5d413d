import { expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';

const stage = await startStage();
const build = buildersFor(stage);

it('the log has only the last three digits of a bank account number', async () => {
  const [asking, confirming] = [await build.aPerson('admin'), await build.aPerson('admin')];
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const settings = `/v1/tenants/${tenantId}/settings`;
  const ask = ({ userId }: { userId: number }, accountNumber: string) => {
    const bankAccount = { accountName: 'Trust', bsbNumber: '062-000', accountNumber };
    return stage.as(userId)('PUT', settings, { bankAccount, bankAccountConfirmed: true });
  };
  const confirm = stage.as(confirming.userId);
  await ask(manager, '31415926');
  await confirm('POST', `${settings}/reject`, { fields: ['bankAccount'] });
  await ask(asking, '27182818');
  const callBackNote = 'Called them on the number of the contract.';
  expect((await confirm('POST', `${settings}/apply`, { callBackNote })).statusCode).toBe(200);
  await confirm('POST', `${settings}/stop-bank-change`);
  const log = (await openedLog(stage)).filter(({ targetTenantId }) => targetTenantId === tenantId);
  const text = JSON.stringify(log);
  expect(text).toContain('•••926');
  expect(text).toContain('•••818');
  expect(text).not.toMatch(/31415926|27182818/);
});
