import { prepare } from '../../application-sequences/world.ts';
import { codeIn } from '../../signing-fixture.ts';
import { type ActorName, userOf, type World } from '../world.ts';
import { newKey, nothing, type Scene, type Step, step } from './step.ts';

type Payer = { id: number; userId: number; emailAddress: string };

const payersOf = ({ stage }: World, campaign: number): Promise<Payer[]> =>
  stage.db
    .selectFrom('signatories')
    .select(['id', 'userId', 'emailAddress'])
    .where('agreementId', '=', campaign)
    .orderBy('id')
    .execute();

/** Both payers give their details and their ID, once for each campaign. Only the order of the steps decides then. */
export async function prepareApplications(world: World): Promise<void> {
  const { stage, tenantId } = world;
  const asAdmin = stage.as(userOf(world, 'an admin', 0));
  for (const { id } of world.campaigns.filter((campaign) => !world.prepared.has(campaign.id))) {
    world.prepared.add(id);
    await asAdmin('PUT', `/v1/agreements/${id}`, { sellingPriceMin: 900_000 });
    const payers = await payersOf(world, id);
    for (const payer of payers) await prepare({ stage, tenantId, id }, payer);
    await stage.as(payers[0]?.userId ?? null)('PUT', `/v1/agreements/${id}/flow`, { mortgage: 'lt75' });
  }
}

const termsVersion = async ({ world, who, campaign }: Scene): Promise<string> => {
  const asThem = world.stage.as(userOf(world, who, campaign.id));
  return (await asThem('GET', `/v1/agreements/${campaign.id}/finance-terms`)).json().version ?? 'none';
};

export async function submit(scene: Scene) {
  const { world, campaign } = scene;
  if (!world.prepared.has(campaign.id)) return null;
  return {
    method: 'POST' as const,
    url: `/v1/agreements/${campaign.id}/submit-application`,
    words: 'submits the application',
    body: { termsVersion: await termsVersion(scene) },
  };
}

/** Asks for a code by e-mail, and signs with it. */
export async function sign(scene: Scene) {
  const { world, who, campaign } = scene;
  if (campaign.status !== 'approved' || campaign.option === 'pn') return null;
  const { stage } = world;
  const userId = userOf(world, who, campaign.id);
  const payer = (await payersOf(world, campaign.id)).find((one) => one.userId === userId);
  if (!payer) return null;
  const asked = await stage.as(userId)('POST', `/v1/signatories/${payer.id}/request-signature`, {
    authorisationMethod: 'email',
  });
  if (asked.statusCode !== 200) return null;
  const authorisationCode = await codeIn(stage, 'signing-code', payer.emailAddress);
  return {
    method: 'POST' as const,
    url: `/v1/agreements/${campaign.id}/sign`,
    key: newKey(),
    // The signature is two transactions with the drawing of the document between them.
    callsGateway: true as const,
    words: 'signs with a code',
    body: { termsVersion: await termsVersion(scene), signatoryId: payer.id, authorisationCode },
  };
}

const bothPayers: readonly ActorName[] = ['the payer', 'the second payer'];

export const applyingSteps: readonly Step[] = bothPayers.flatMap((usually) => [
  step({ name: 'submit the application', often: 2, usually, values: nothing, draft: submit }),
  step({ name: 'sign', often: 3, usually, values: nothing, draft: sign }),
]);
