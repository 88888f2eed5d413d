import * as fc from 'fast-check';
import { codeIn } from '../../signing-fixture.ts';
import { userOf } from '../world.ts';
import { type Draft, newKey, nothing, read, type Scene, type Step, step } from './step.ts';

type Request = { id: number; state: string };
type Requests = { items: Request[]; earliestDate: string; latestDate: string; payers: { id: number }[] };

const isLoan = ({ campaign }: Scene): boolean => campaign.option === 'pl' || campaign.option === 'pos';
const pathOf = ({ campaign }: Scene): string => `/v1/agreements/${campaign.id}/loan-requests`;
const requestsOf = (scene: Scene): Promise<Requests> => read<Requests>(scene.world, pathOf(scene));
const after = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** A payer asks for so many days more than the shortest time, which may be too many. An admin asks for a payer. */
export async function askForTime(scene: Scene, days: number): Promise<Draft | null> {
  if (!isLoan(scene)) return null;
  const { earliestDate, payers } = await requestsOf(scene);
  const wishedDate = after(earliestDate, days);
  const body = { kind: 'extension', reason: 'It is not sold yet', canPay: 'All of it then', wishedDate };
  const isPayer = scene.who === 'the payer' || scene.who === 'the second payer';
  return {
    method: 'POST',
    url: pathOf(scene),
    key: newKey(),
    words: `asks for time until ${wishedDate}`,
    body: isPayer ? body : { ...body, signatoryId: payers[0]?.id ?? 0 },
    leavesMoney: true,
  };
}

export type Answered = { outcome: 'granted' | 'declined'; days: number };

export async function answerRequest(scene: Scene, { outcome, days }: Answered): Promise<Draft | null> {
  if (!isLoan(scene)) return null;
  const { items, earliestDate } = await requestsOf(scene);
  const [newest] = items;
  if (!newest) return null;
  const newDueDate = after(earliestDate, days);
  return {
    method: 'POST',
    url: `${pathOf(scene)}/${newest.id}/answer`,
    key: newKey(),
    words: outcome === 'granted' ? `grants time until ${newDueDate}` : 'declines the request',
    body: outcome === 'granted' ? { outcome, newDueDate } : { outcome, answer: 'No' },
    leavesMoney: true,
  };
}

/** Asks for a code by e-mail, and signs the letter with it. */
export async function signLetter(scene: Scene): Promise<Draft | null> {
  const { world, who, campaign } = scene;
  const newest = isLoan(scene) ? (await requestsOf(scene)).items[0] : undefined;
  const userId = userOf(world, who, campaign.id);
  if (newest?.state !== 'to-sign' || userId === null) return null;
  const url = `${pathOf(scene)}/${newest.id}`;
  const asked = await world.stage.as(userId)('POST', `${url}/request-code`);
  if (asked.statusCode !== 200) return null;
  const { emailAddress } = await world.stage.db
    .selectFrom('signatories')
    .select('emailAddress')
    .where('agreementId', '=', campaign.id)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const authorisationCode = await codeIn(world.stage, 'signing-code', emailAddress);
  return {
    method: 'POST',
    url: `${url}/sign`,
    key: newKey(),
    words: 'signs the letter about more time',
    body: { authorisationCode },
    // The guess is counted before the transaction.
    callsGateway: true,
  };
}

const days = fc.constantFrom(0, 3, 30, 200, 400);

export const moreTimeSteps: readonly Step[] = [
  step({ name: 'ask for more time', often: 2, usually: 'the payer', values: days, draft: askForTime }),
  step({
    name: 'answer a request',
    often: 2,
    usually: 'an admin',
    values: fc.record({ outcome: fc.constantFrom('granted' as const, 'granted' as const, 'declined' as const), days }),
    draft: answerRequest,
  }),
  step({ name: 'sign a letter', often: 2, usually: 'the payer', values: nothing, draft: signLetter }),
  step({ name: 'sign a letter', often: 2, usually: 'the second payer', values: nothing, draft: signLetter }),
];
