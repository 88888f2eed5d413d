import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { buildersFor, type Person } from './builders.ts';
import { type Stage, startStage } from './harness.ts';

/** The values that a campaign needs for approval: a fee, a rate, and a property of sufficient value. */
export const terms = {
  financeOptionCode: 'pl',
  campaignBudget: '10000.00',
  serviceFee: '550.00',
  caveatFee: '184.00',
  budgetOwnerFee: '0.00',
  interestRate: '14.50',
  interestFreeDays: 0,
  comparisonRate: '36.81',
  sellingPriceMin: '900000.00',
} as const;
export const drawn = { campaignFinanceLoanStartDate: '2026-11-01', campaignFinanceDrawdownDate: '2026-11-02' };

/** An organisation with its people, and campaigns with loans. */
export async function startLoanFixture(options: Parameters<typeof startStage>[0] = {}) {
  const stage: Stage = await startStage(options);
  const build = buildersFor(stage);
  const tenantId = await build.aTenant();
  const admin = await build.aPerson('admin');
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });

  /**
   * A campaign with one payer. In the manager's organisation the manager has raised it, so that the admin can approve
   * it. Its status is written directly to the database.
   */
  async function aLoan(status: AgreementStatus, columns: object = {}, of = tenantId) {
    const payer = build.aPayer();
    const raiser = of === tenantId ? manager : admin;
    const { id, payers } = await build.aCampaign(raiser, of, { payers: [payer], status: 'waiting-invite' });
    const loan = { ...terms, status: statusRank(status), ...columns };
    await stage.db.updateTable('agreements').set(loan).where('id', '=', id).execute();
    return { id, payer: payers[0]!, payerId: payers[0]!.userId };
  }

  const call = (who: Person | number) => stage.as(typeof who === 'number' ? who : who.userId);
  /** Drawn and not transferred. On 15 November 789.62 of fees and interest is owed, and the principal of 10,000. */
  async function aDrawnLoan(): Promise<number> {
    const { id } = await aLoan('signed', { campaignFinanceSignatureDate: drawn.campaignFinanceLoanStartDate });
    const answer = await call(admin)('PUT', `/v1/agreements/${id}`, drawn);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return id;
  }
  const read = async (who: Person | number, id: number) => (await call(who)('GET', `/v1/agreements/${id}`)).json();
  const loanOf = async (who: Person | number, id: number, date?: string) =>
    (await call(who)('GET', `/v1/agreements/${id}/loan${date ? `?date=${date}` : ''}`)).json();
  const setStatus = (who: Person, id: number, body: object) =>
    call(who)('POST', `/v1/agreements/${id}/set-status`, body);
  const messagesOf = (id: number) =>
    stage.db.selectFrom('messages').selectAll().where('agreementId', '=', id).orderBy('id').execute();
  const logOf = (id: number) =>
    stage.db
      .selectFrom('logEntries')
      .select(['activityCode', 'description', 'logData', 'userName'])
      .where('targetAgreementId', '=', id)
      .orderBy('id')
      .execute();
  return {
    stage,
    build,
    tenantId,
    admin,
    manager,
    aLoan,
    aDrawnLoan,
    call,
    read,
    loanOf,
    setStatus,
    messagesOf,
    logOf,
  };
}
export type LoanFixture = Awaited<ReturnType<typeof startLoanFixture>>;
