import { createHash } from 'node:crypto';
import type { OwnAccount } from '@kerb/domain/payments/own-accounts.ts';
import { sql } from 'kysely';
import { statementFile } from '../statement-file.ts';
import { type ActorName, userOf, type World } from './world.ts';

/** One request of a sequence. */
export type Ask = {
  who: ActorName;
  campaign: number;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  body?: unknown;
  /** The text of a bank's file, instead of a body. */
  file?: string;
  /** The account that the file is of, if there are two. */
  account?: OwnAccount;
  /** Of an idempotent endpoint. */
  key?: string;
  /** What the step does, after the name of its actor. */
  words: string;
  /** It has two transactions with the gateway between them, so a refusal may leave a trace. */
  callsGateway?: true;
  /** It changes nothing even if it succeeds. */
  changesNothing?: true;
  /** It tells somebody something. If it succeeds, money, invoices, status and option stay as they are. */
  leavesMoney?: true;
  /** Writes down what the world outside saw, if the answer is a success. */
  happened?: (answer: Answer) => Promise<void> | void;
};

export type Answer = { status: number; text: string; json: () => Record<string, unknown> };

/** A rule that the product broke. */
export class Broken extends Error {}

export async function send(world: World, ask: Ask): Promise<Answer> {
  const [form, formHeaders] = ask.file === undefined ? [] : statementFile(ask.file, undefined, ask.account);
  const headers = { ...(ask.key !== undefined && { 'idempotency-key': ask.key }), ...formHeaders };
  const call = world.stage.as(userOf(world, ask.who, ask.campaign));
  const { statusCode, body, headers: sent } = await call(ask.method, ask.url, form ?? ask.body, headers);
  const answer: Answer = { status: statusCode, text: body, json: () => JSON.parse(body) };
  if (statusCode >= 400) refuseStrangeProblem(ask, answer, String(sent['content-type']));
  return answer;
}

function refuseStrangeProblem({ url }: Ask, { status, text }: Answer, contentType: string): void {
  const isProblem = contentType.startsWith('application/problem+json') && JSON.parse(text).status === status;
  if (!isProblem) throw new Broken(`${url} answered ${status} without a problem: ${text}`);
}

/** A refusal is a 4xx. A server error is allowed after an injected fault, and 503 while the gateway is down. */
export function judgeAnswer({ isFaultArmed, gateway, stage }: World, { url }: Ask, { status, text }: Answer): void {
  const isExcused = isFaultArmed || (status === 503 && gateway.mood !== 'fine');
  if (status >= 500 && !isExcused) throw new Broken(`${url} answered ${status}: ${text}\n${lastError(stage)}`);
}

/** The server logs why it failed. */
export const lastError = ({ logLines }: World['stage']): string => logLines.at(-1)?.slice(0, 2_000) ?? '';

export const isSuccess = ({ status }: Answer): boolean => status < 300;

/** Every row that money and status steps write for this world, as one hash. */
export async function fingerprint({ stage, tenantId }: World): Promise<string> {
  const ofCampaigns = sql`agreement_id in (select id from agreements where tenant_id = ${tenantId})`;
  const { rows } = await sql<{ row: string }>`
    select a::text as row from agreements a where tenant_id = ${tenantId}
    union all select 'payment ' || p::text from payments p where ${ofCampaigns}
    union all select 'refund ' || r::text from part_refunds r where ${ofCampaigns}
    union all select 'invoice ' || i::text from invoices i where ${ofCampaigns}
    union all select 'offer ' || o::text from campaign_finance_options o where ${ofCampaigns}
    union all select 'transaction ' || t::text from ledger_transactions t where ${ofCampaigns}
    union all select 'item ' || i::text from batch_items i where tenant_id = ${tenantId}
    union all select 'batch ' || b.id || b.status from batches b
      where b.id in (select batch_id from batch_items where tenant_id = ${tenantId})
    union all select 'line ' || l.id || l.state || coalesce(l.payment_id, 0) from bank_statement_lines l
      where l.words like ${`%W${tenantId}W%`}
    union all select 'request ' || r::text from loan_requests r where ${ofCampaigns}
    union all select 'log ' || count(*) from log_entries
      where target_agreement_id in (select id from agreements where tenant_id = ${tenantId})
    order by 1`.execute(stage.db);
  return createHash('sha256')
    .update(rows.map(({ row }) => row).join('\n'))
    .digest('hex');
}

/** The money, the status and the option of this world, as one text. */
async function moneyOf({ stage, tenantId }: World): Promise<string> {
  const ofCampaigns = sql`agreement_id in (select id from agreements where tenant_id = ${tenantId})`;
  const { rows } = await sql<{ row: string }>`
    select concat_ws(' ', a.id, a.status, a.finance_option_code, a.campaign_budget, a.service_fee) as row
      from agreements a where tenant_id = ${tenantId}
    union all select 'payment ' || p::text from payments p where ${ofCampaigns}
    union all select 'invoice ' || i::text from invoices i where ${ofCampaigns}
    union all select 'transaction ' || t::text from ledger_transactions t where ${ofCampaigns}
    union all select 'item ' || i::text from batch_items i where tenant_id = ${tenantId}
    order by 1`.execute(stage.db);
  return rows.map(({ row }) => row).join('\n');
}

/** Answers of idempotent requests are stored, unless the request had no effect. */
export const isStored = ({ status }: Answer): boolean => status < 300 || status === 402;

/** Sends a request and checks what every answer must be. A refused request has changed nothing. */
export async function takeStep(world: World, ask: Ask): Promise<Answer> {
  const before = await fingerprint(world);
  const money = ask.leavesMoney && (await moneyOf(world));
  const answer = await send(world, ask);
  tell(world, ask, answer);
  judgeAnswer(world, ask, answer);
  if (isSuccess(answer)) await ask.happened?.(answer);
  if (ask.leavesMoney && (await moneyOf(world)) !== money) throw new Broken(`${ask.url} moved money`);
  const mayChange = isSuccess(answer) ? !ask.changesNothing : ask.callsGateway;
  if (!mayChange && (await fingerprint(world)) !== before) {
    throw new Broken(`${ask.url} answered ${answer.status} and changed something: ${answer.text}`);
  }
  if (ask.key !== undefined) {
    // A refused request is not stored. If it succeeds later with the same key, that answer counts.
    world.answered = [...world.answered.filter((earlier) => earlier.ask.key !== ask.key), { ask, answer }];
  }
  return answer;
}

/** The refusal's own sentence says more than its number. */
export function tell(world: World, { who, words, campaign }: Ask, answer: Answer): void {
  const place = world.campaigns.findIndex(({ id }) => id === campaign);
  const said = isSuccess(answer) ? '' : ` (${answer.json().displayText})`;
  const where = world.campaigns.length > 1 && place > 0 ? ` [campaign ${place + 1}]` : '';
  world.story.push(`${who} ${words}${where}: ${answer.status}${said}`);
}

/** An idempotent request that was answered before gives the same bytes and writes nothing. */
export async function repeat(world: World, ask: Ask, first: Answer): Promise<void> {
  const before = await fingerprint(world);
  const answer = await send(world, ask);
  tell(world, { ...ask, words: `again ${ask.words}` }, answer);
  if (answer.status !== first.status || answer.text !== first.text) {
    throw new Broken(
      `a repeated key answered ${answer.status} ${answer.text} instead of ${first.status} ${first.text}`,
    );
  }
  if ((await fingerprint(world)) !== before) throw new Broken(`a repeated key wrote something: ${ask.url}`);
}
