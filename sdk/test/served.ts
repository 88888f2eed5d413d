import type { AddressInfo } from 'node:net';
import { buildersFor, type Person } from '../../server/test/builders.ts';
import { clientsOn } from '../../server/test/clients.ts';
import { type Stage, startStage } from '../../server/test/harness.ts';

export type Served = {
  stage: Stage;
  baseUrl: string;
  build: ReturnType<typeof buildersFor>;
  tenantId: number;
  manager: Person;
  credentials: { clientId: string; clientSecret: string };
};

/** The product on a port, with an organisation, its manager and a program that may do everything. */
export async function startServed(): Promise<Served> {
  const stage = await startStage();
  await stage.app.listen({ port: 0, host: '127.0.0.1' });
  const baseUrl = `http://127.0.0.1:${(stage.app.server.address() as AddressInfo).port}`;
  const build = buildersFor(stage);
  const tenantId = await build.aTenant({ name: 'Harbour Estate' });
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const made = await clientsOn(stage).aClient(manager.userId, tenantId);
  const credentials = { clientId: made.clientId, clientSecret: made.clientSecret };
  return { stage, baseUrl, build, tenantId, manager, credentials };
}

export const newCampaign = (tenantId: number, more: { externalRef?: string } = {}) => ({
  tenant: { href: `/v1/tenants/${tenantId}` },
  campaignBudget: 4_200.5,
  campaignPlannedStartDate: '2026-12-01',
  campaignBudgetFundsPurpose: 'marketing' as const,
  vendors: [{ firstName: 'Pat', surname: 'Payer', emailAddress: 'pat@example.com' }],
  ...more,
});
