import { randomUUID } from 'node:crypto';
import { codeIn } from '../signing-fixture.ts';
import { type Payer, prepare, type World } from './world.ts';

export type Answer = { statusCode: number; body: string };
export type Actor = 'admin' | 'manager' | 'vendor';
/** What a step did: by whom, the last response, and the payer concerned. */
export type Outcome = { by: Actor; answer: Answer; payer?: Payer | undefined };

/** Random numbers that a step turns into an actor, a payer, an option or an amount. */
export type Draw = { who: number; which: number };
type Step = (world: World, draw: Draw) => Promise<Outcome>;

const pick = <Value>(values: readonly Value[], at: number): Value => values[at % values.length] as Value;

const payersOf = ({ stage, id }: World): Promise<Payer[]> =>
  stage.db.selectFrom('signatories').select(['id', 'userId']).where('agreementId', '=', id).orderBy('id').execute();

const userOf = (world: World, by: Actor, payer: Payer): number => (by === 'vendor' ? payer.userId : world[by].userId);

/** A request about the campaign by one of these actors; a payer among them is drawn. */
const requested =
  (
    actors: readonly Actor[],
    request: (world: World, draw: Draw, userId: number, payer: Payer) => Promise<Answer>,
  ): Step =>
  async (world, draw) => {
    const by = pick(actors, draw.who);
    const payer = pick(await payersOf(world), draw.which);
    return { by, payer, answer: await request(world, draw, userOf(world, by, payer), payer) };
  };

const toStatus = (actors: readonly Actor[], statuses: readonly string[]): Step =>
  requested(actors, ({ stage, id }, { which }, userId) =>
    stage.as(userId)('POST', `/v1/agreements/${id}/set-status`, { status: pick(statuses, which), reason: 'Because.' }),
  );

const termsVersion = async ({ stage, id }: World, userId: number): Promise<string> =>
  (await stage.as(userId)('GET', `/v1/agreements/${id}/finance-terms`)).json().version ?? 'none';

/** Asks for a code and signs with it, or with a wrong one. */
const signWith = (codeOf: (sent: string) => string): Step =>
  requested(['vendor'], async (world, _draw, userId, payer) => {
    const { stage, id } = world;
    const path = `/v1/signatories/${payer.id}/request-signature`;
    const asked = await stage.as(userId)('POST', path, { authorisationMethod: 'email' });
    if (asked.statusCode !== 200) return asked;
    const { emailAddress } = await stage.db
      .selectFrom('signatories')
      .select('emailAddress')
      .where('id', '=', payer.id)
      .executeTakeFirstOrThrow();
    const authorisationCode = codeOf(await codeIn(stage, 'signing-code', emailAddress));
    const body = { termsVersion: await termsVersion(world, userId), signatoryId: payer.id, authorisationCode };
    return stage.as(userId)('POST', `/v1/agreements/${id}/sign`, body, { 'idempotency-key': randomUUID() });
  });

const submit = requested(['vendor'], async (world, _draw, userId) =>
  world.stage.as(userId)('POST', `/v1/agreements/${world.id}/submit-application`, {
    termsVersion: await termsVersion(world, userId),
  }),
);

const addPayer: Step = async (world, { who }) => {
  const by = pick(['admin', 'manager'] as const, who);
  const answer = await world.stage.as(world[by].userId)(
    'POST',
    `/v2/campaigns/${world.id}/vendors`,
    world.build.aPayer(),
  );
  const added = (await payersOf(world)).at(-1);
  if (answer.statusCode < 300 && added) await prepare(world, added);
  return { by, answer };
};

/** Every kind of step, by the name that a failure shows. */
export const steps = {
  submit,
  sign: signWith((sent) => sent),
  signWrongly: signWith((sent) => String((Number(sent) + 1) % 1_000_000).padStart(6, '0')),
  chooseOption: requested(['vendor', 'admin', 'manager'], ({ stage, id }, { which }, userId) =>
    stage.as(userId)('POST', `/v1/agreements/${id}/choose-option`, {
      financeOptionCode: pick(['pl', 'pos', 'pn', 'pl'], which),
    }),
  ),
  requestInformation: toStatus(['admin', 'manager'], ['waiting-info']),
  closeRequest: toStatus(['admin', 'vendor'], ['waiting-approval']),
  approve: toStatus(['admin', 'admin', 'manager'], ['approved']),
  cancel: toStatus(['vendor', 'manager', 'admin'], ['cancelled']),
  decline: toStatus(['admin'], ['rejected']),
  reopen: toStatus(['admin'], ['approved', 'waiting-invite', 'waiting-approval', 'draft']),
  addPayer,
  removePayer: requested(['admin', 'manager'], ({ stage, id }, _draw, userId, payer) =>
    stage.as(userId)('DELETE', `/v2/campaigns/${id}/vendors/${payer.id}`),
  ),
  changeTerms: requested(['admin', 'manager'], ({ stage, id }, { which }, userId) =>
    stage.as(userId)(
      'PUT',
      `/v1/agreements/${id}`,
      pick([{ serviceFee: 100 + which }, { campaignBudget: 4_000 + which }], which),
    ),
  ),
  correctName: requested(['vendor', 'admin'], ({ stage }, { which }, userId, payer) =>
    stage.as(userId)('PUT', `/v1/signatories/${payer.id}`, { firstName: pick(['Pat', 'Patricia'], which) }),
  ),
  answerMortgage: requested(['vendor'], ({ stage, id }, { which }, userId) =>
    stage.as(userId)('PUT', `/v1/agreements/${id}/flow`, { mortgage: pick(['lt75', 'unsure', 'lt90'], which) }),
  ),
} satisfies Record<string, Step>;
export type StepName = keyof typeof steps;
