import { type Aim, expectedAnswer, type Holder, isAlive } from './model.ts';
import { openLink, type World } from './world.ts';

type Probe = Aim & { url: string; method?: 'GET' | 'PUT'; body?: object };

/** One operation for each kind of right: on all three campaigns, in both organisations, and on the whole deployment. */
function probesIn({ campaigns, tenantIds: [here, there] }: World): Probe[] {
  const [own, second, other] = campaigns;
  return [
    { url: '/v1/session', permission: 'session.read' },
    ...campaigns.map((campaign): Probe => {
      const { id, tenantId } = campaign;
      return { url: `/v1/agreements/${id}`, permission: 'agreement.read', tenantId, campaign };
    }),
    { url: `/v2/campaigns/${own.id}/vendors`, permission: 'payer.read', tenantId: here, campaign: own },
    { url: `/v1/attachments?agreementId=${second.id}`, permission: 'document.read', tenantId: here, campaign: second },
    {
      ...{ method: 'PUT', url: `/v1/agreements/${other.id}`, body: { actionSuggested: false } },
      ...{ permission: 'agreement.change', tenantId: there, campaign: other },
    },
    { url: `/v1/tenants/${here}/users`, permission: 'team.read', tenantId: here },
    { url: `/v1/tenants/${here}/settings`, permission: 'tenant.settings', tenantId: here },
    { url: `/v1/tenants/${there}/settings`, permission: 'tenant.settings', tenantId: there },
    { url: `/v1/tenants/${here}/service-identities`, permission: 'integration.read', tenantId: here },
    { url: `/v1/tenants/${there}/webhooks`, permission: 'webhook.read', tenantId: there },
    { url: '/v1/users?perPage=1', permission: 'user.read' },
    { url: '/v1/account', permission: 'account.read' },
  ];
}

export function nameOf(holder: Holder): string {
  if (holder.kind === 'program') return holder.program.name;
  return holder.kind === 'link' ? 'the Payment URL of Pat' : holder.user.name;
}

const send = ({ stage }: World, { accessToken }: Holder, { method = 'GET', url, body }: Omit<Probe, keyof Aim>) =>
  stage.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${accessToken}` },
    ...(body && { payload: body }),
  });

function compare(what: string, answered: number, expected: number): void {
  if (answered !== expected) throw new Error(`${what} answered ${answered}, and should answer ${expected}`);
}

/** The operations take turns: half of them in each round, and fewer with a token that ended. */
async function tryOperations(world: World, holder: Holder): Promise<void> {
  const paid = world.campaigns[0].id;
  const share = isAlive(holder) ? 2 : 7;
  const probes = probesIn(world).filter((_, at) => (at + world.rounds) % share === 0);
  for (const probe of probes) {
    // A payer who came by a link has no account here: the link is for one campaign.
    const isOwnAccount = holder.kind === 'link' && probe.permission === 'account.read';
    const expected = isOwnAccount && isAlive(holder) ? 403 : expectedAnswer(holder, probe, paid);
    const { statusCode } = await send(world, holder, probe);
    compare(`${nameOf(holder)}: ${probe.method ?? 'GET'} ${probe.url}`, statusCode, expected);
  }
}

/** The list shows exactly what can be read one by one. */
async function tryList(world: World, holder: Holder): Promise<void> {
  if (!isAlive(holder) || (holder.kind === 'browser' && holder.user.role === 'admin')) return;
  const paid = world.campaigns[0].id;
  const seen = world.campaigns.filter((campaign) => {
    const aim = { permission: 'agreement.read', tenantId: campaign.tenantId, campaign } as const;
    return expectedAnswer(holder, aim, paid) === 200;
  });
  const answer = await send(world, holder, { url: '/v1/agreements' });
  if (answer.statusCode === 403 && holder.kind === 'program') return;
  const listed = (answer.json().items as { id: number }[]).map(({ id }) => id);
  const wanted = seen.map(({ id }) => id).sort();
  if (listed.sort().join() !== wanted.join()) {
    throw new Error(`${nameOf(holder)}: the list has ${listed.join()}, and should have ${wanted.join()}`);
  }
}

/** A refresh token, a Payment URL and a secret give new tokens as long as they are valid, and never after. */
async function tryToRenew(world: World, holder: Holder): Promise<void> {
  if (holder.kind === 'program') {
    const { clientId, secret: clientSecret } = holder;
    const answer = await world.clients.ask({ clientId, clientSecret });
    compare(`${nameOf(holder)}: its secret`, answer.statusCode, isAlive(holder) ? 200 : 401);
    return;
  }
  const answer = await world.stage.app.inject({
    method: 'POST',
    url: '/v1/session/refresh',
    payload: { refreshToken: holder.refreshToken },
  });
  compare(`${nameOf(holder)}: the refresh token`, answer.statusCode, isAlive(holder) ? 200 : 401);
  if (answer.statusCode === 200) Object.assign(holder, answer.json());
  if (holder.kind !== 'link') return;
  const works = !holder.isReplaced && !holder.payer.isRemoved && !holder.payer.user.isDisabled;
  const opened = await openLink(world, holder.secret);
  compare(`${nameOf(holder)}: its address`, opened ? 303 : 404, works ? 303 : 404);
}

/** Everybody tries everything with everything that they hold. */
export async function tryAll(world: World): Promise<void> {
  world.rounds += 1;
  await world.stage.db.deleteFrom('throttles').execute();
  for (const holder of [...world.browsers, ...world.links, ...world.credentials]) {
    await tryOperations(world, holder);
    await tryList(world, holder);
    await tryToRenew(world, holder);
  }
}
