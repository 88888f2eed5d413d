import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day, Moment } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { OwnAccount } from '@kerb/domain/payments/own-accounts.ts';
import { proposeMovements, rightAccount } from '@kerb/domain/statements/line-accounts.ts';
import { type LineCursor, lineCursorIn, lineCursorText } from '@kerb/domain/statements/line-cursor.ts';
import { isGoingOut, type LineState, lineStates } from '@kerb/domain/statements/line-moves.ts';
import { type Proposal, proposeMatches } from '@kerb/domain/statements/propose-matches.ts';
import { proposeTransfers } from '@kerb/domain/statements/propose-transfers.ts';
import type { BankStatementLine, StatementProposal } from '@kerb/domain/statements/statements.contract.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import { paymentNumber } from '@kerb/server/features/payments/payments.repository.ts';
import { type CampaignCandidate, candidatesFor } from '@kerb/server/features/statements/candidates.repository.ts';
import {
  matchedMovements,
  movementsFor,
  movementView,
} from '@kerb/server/features/statements/line-movements.repository.ts';
import {
  type FoundTransfer,
  matchedTransfers,
  transfersFor,
  transferView,
} from '@kerb/server/features/statements/transfers.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { mostCounted } from '@kerb/server/platform/database/lists.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import type { WorkDeps } from '@kerb/server/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';

const mostPerPage = 100;

type Row = {
  id: number;
  account: OwnAccount;
  date: Day;
  amount: string;
  words: string;
  state: LineState;
  fileName: string;
  ignoreReason: string | null;
  stateDate: Moment;
  stateByName: string | null;
  paymentId: number | null;
  payoutId: number | null;
  payoutFee: string;
  batchId: number | null;
  batchAgreementId: number | null;
  movementId: number | null;
  isLinked: boolean;
  agreementId: number;
  campaignName: string;
  campaignBudgetFundsPurpose: FundsPurpose;
  tenantId: number;
  tenantName: string;
};

async function select(db: Database | Tx, rest: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select l.id, l.date, l.amount, l.words, l.state, l.ignore_reason, l.state_date, l.payment_id, l.payout_id,
      l.payout_fee, l.batch_id, l.batch_agreement_id, l.movement_id, l.is_linked, s.file_name, s.account,
      u.first_name || ' ' || u.surname as state_by_name, a.id as agreement_id, a.name as campaign_name,
      a.campaign_budget_funds_purpose, a.tenant_id, t.name as tenant_name
    from bank_statement_lines l join bank_statements s on s.id = l.statement_id
    left join users u on u.id = l.state_by_user_id
    left join payments p on p.id = l.payment_id
    left join agreements a on a.id = p.agreement_id
    left join tenants t on t.id = a.tenant_id
    ${rest}`.execute(db);
  return rows;
}

type Settings = Pick<WorkDeps, 'config' | 'country'>;
const isSeparate = ({ config }: Settings): boolean => config.operatingAccount !== null;

export const proposalView = (
  { campaign, deposit, reasons, strength, outcome, refusal, left, kind }: Proposal<CampaignCandidate>,
  settings: Settings,
  account: OwnAccount,
): StatementProposal => ({
  agreement: campaign.id,
  tenant: campaign.tenantId,
  tenantName: campaign.tenantName,
  flowNumber: flowNumber(campaign, settings.country.code),
  name: campaign.name,
  ...{ reasons, strength, outcome, refusal, left },
  recorded: deposit && { paymentNumber: paymentNumber(deposit), date: deposit.date },
  rightAccount: rightAccount(account, kind, isSeparate(settings)),
});

function matchOf(row: Row, country: CountryRules): BankStatementLine['match'] {
  if (row.paymentId === null) return null;
  const { agreementId, campaignBudgetFundsPurpose } = row;
  return {
    agreement: agreementId,
    tenant: row.tenantId,
    tenantName: row.tenantName,
    flowNumber: flowNumber({ id: agreementId, campaignBudgetFundsPurpose }, country.code),
    name: row.campaignName,
    paymentNumber: paymentNumber({ id: row.paymentId }),
    isLinked: row.isLinked,
  };
}

function transferOf({ batchId, batchAgreementId }: Row, all: readonly FoundTransfer[], country: CountryRules) {
  const found = all.find((each) => each.batchId === batchId && each.agreementId === batchAgreementId);
  return found ? transferView(found, country) : null;
}

/** Lines with their proposals. The proposals of all unmatched lines are looked up in one query. */
async function viewsOf(db: Database | Tx, settings: Settings, rows: readonly Row[]): Promise<BankStatementLine[]> {
  const { country } = settings;
  const lines = rows.map((row) => ({
    row,
    account: row.account,
    amountCents: centsFromDecimal(row.amount),
    words: row.words,
    date: row.date,
  }));
  const unmatched = lines.filter(({ row }) => row.state === 'unmatched');
  const candidates = await candidatesFor(db, unmatched, country.code);
  // Batches are paid from the trust account.
  const transfers = await transfersFor(
    db,
    unmatched.filter(({ account }) => account === 'trust'),
  );
  const movements = isSeparate(settings) ? await movementsFor(db, unmatched) : [];
  const moved = await matchedMovements(
    db,
    rows.flatMap(({ movementId }) => movementId ?? []),
  );
  const matched = await matchedTransfers(
    db,
    rows.flatMap(({ batchId }) => batchId ?? []),
  );
  return lines.map((line) => {
    const { id, account, date, words, state, fileName, ignoreReason, stateDate, stateByName } = line.row;
    const isOpen = state === 'unmatched';
    const proposals = isOpen ? proposeMatches(line, candidates, country.code) : [];
    const paidOut = isOpen && account === 'trust' ? proposeTransfers(line, transfers, country.code) : [];
    const between = isOpen ? proposeMovements(line, movements) : [];
    const movement = moved.find((each) => each.id === line.row.movementId);
    return {
      ...{ id, account, date, words, state, fileName, ignoreReason, stateDate, stateByName },
      amount: line.amountCents,
      isGoingOut: isGoingOut(line.amountCents),
      proposals: proposals.map((proposal) => proposalView(proposal, settings, account)),
      match: matchOf(line.row, country),
      isPayout: line.row.payoutId !== null,
      payoutFee: centsFromDecimal(line.row.payoutFee),
      transferProposals: paidOut.map((each) => transferView(each, country)),
      transfer: transferOf(line.row, matched, country),
      movementProposals: between.map(movementView),
      movement: movement ? movementView(movement) : null,
    };
  });
}

type Asked = { state: LineState; perPage: number; cursor?: string | undefined };
/**
 * The lines of each state, counted up to a limit: matched lines grow without end. In the order of the index, because
 * PostgreSQL would otherwise read the whole table for a state that few lines have.
 */
async function countLines(db: Database): Promise<{ counts: Record<LineState, number>; uncounted: LineState[] }> {
  const { rows } = await sql<{ state: LineState; count: number }>`
    select s.state, (
      select count(*) from (
        select from bank_statement_lines l where l.state = s.state
        order by l.date desc, l.id desc limit ${mostCounted + 1}) counted) as count
    from unnest(${[...lineStates]}::text[]) s (state)`.execute(db);
  const counts = { unmatched: 0, matched: 0, ignored: 0 };
  for (const { state, count } of rows) counts[state] = Math.min(count, mostCounted);
  return { counts, uncounted: rows.filter(({ count }) => count > mostCounted).map(({ state }) => state) };
}

type LinePage = { rows: Row[]; newer: boolean; older: boolean };

/** The lines on one side of the cursor's line, and one more: it says whether there are others. */
async function rowsBeside(db: Database, state: LineState, { side, id }: LineCursor, most: number): Promise<Row[]> {
  const [compared, direction] = side === 'older' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  return select(
    db,
    sql`where l.state = ${state}
        and (l.date, l.id) ${compared} ((select c.date from bank_statement_lines c where c.id = ${id}), ${id}::bigint)
      order by l.date ${direction}, l.id ${direction} limit ${most + 1}`,
  );
}

/** By a cursor and not by a number of a page: the last of 100,000 lines is as near as the first. */
async function readLines(db: Database, { state, perPage, cursor }: Asked): Promise<LinePage> {
  const most = Math.min(perPage, mostPerPage);
  const at = cursor === undefined ? null : lineCursorIn(cursor);
  const found = at && (await rowsBeside(db, state, at, most));
  if (found && at?.side === 'older') return { rows: found.slice(0, most), newer: true, older: found.length > most };
  // A page that is not full is the first one: lines may have left it since.
  if (found && found.length > most) return { rows: found.slice(0, most).reverse(), newer: true, older: true };
  const first = await select(db, sql`where l.state = ${state} order by l.date desc, l.id desc limit ${most + 1}`);
  return { rows: first.slice(0, most), newer: false, older: first.length > most };
}

const cursorAt = (side: LineCursor['side'], row: Row | undefined, isThere: boolean): string | null =>
  isThere && row ? lineCursorText({ side, id: row.id }) : null;

export async function listLines(db: Database, settings: Settings, query: Asked) {
  const { rows, newer, older } = await readLines(db, query);
  const { counts, uncounted } = await countLines(db);
  const isMore = uncounted.includes(query.state);
  const items = await viewsOf(db, settings, rows);
  const cursors = {
    newerCursor: cursorAt('newer', rows[0], newer),
    olderCursor: cursorAt('older', rows.at(-1), older),
  };
  const hasTwoAccounts = isSeparate(settings);
  const total = { totalItems: counts[query.state], ...(isMore && { isMore }) };
  return { items, ...total, ...cursors, counts, uncounted, hasTwoAccounts };
}

export async function findLine(db: Database | Tx, settings: Settings, id: number) {
  return (await viewsOf(db, settings, await select(db, sql`where l.id = ${id}`)))[0] ?? null;
}

export type HeldLine = {
  id: number;
  account: OwnAccount;
  state: LineState;
  amountCents: Cents;
  date: Day;
  words: string;
  paymentId: number | null;
  payoutId: number | null;
  batchId: number | null;
  batchAgreementId: number | null;
  movementId: number | null;
  isLinked: boolean;
  stateByUserId: number | null;
};

const selectHeld = (tx: Tx, id: number) =>
  tx
    .selectFrom('bankStatementLines')
    .select(['id', 'state', 'amount', 'date', 'words', 'paymentId', 'payoutId', 'batchId', 'batchAgreementId'])
    .select(['isLinked', 'stateByUserId', 'movementId'])
    .select((line) =>
      line
        .selectFrom('bankStatements')
        .select('bankStatements.account')
        .whereRef('bankStatements.id', '=', 'bankStatementLines.statementId')
        .as('account'),
    )
    .where('id', '=', id);

type HeldRow = Omit<HeldLine, 'amountCents' | 'account'> & { amount: string; account: OwnAccount | null };

function heldLine(row: HeldRow | undefined): HeldLine {
  if (!row) throw notFound('statement line');
  const account = must(row.account, `account of line ${row.id}`);
  return { ...row, account, amountCents: centsFromDecimal(row.amount) };
}

/** Locks the line, or a 404. A batch and a campaign are always locked before their line, to avoid deadlocks. */
export const lockLine = async (tx: Tx, id: number): Promise<HeldLine> =>
  heldLine(await selectHeld(tx, id).forUpdate().executeTakeFirst());

/** The line before it is locked. */
export const readLine = async (tx: Tx, id: number): Promise<HeldLine> =>
  heldLine(await selectHeld(tx, id).executeTakeFirst());
