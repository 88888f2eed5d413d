import { depositStatusOffset, statusLabels, upfrontStatusKeys } from '@kerb/domain/reports/campaign-columns.ts';
import { reportColumns } from '@kerb/domain/reports/report-columns.ts';
import { reportEndpoints } from '@kerb/domain/reports/reports.contract.ts';
import { reportFileName, reports } from '@kerb/domain/reports/reports.ts';
import { agreementStatuses, statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('the reports', () => {
  it('have the names and labels of the menu', () => {
    expect(reports.map(({ name, label }) => `${name}: ${label}`)).toEqual([
      'agency-campaigns: Agency Campaigns',
      'agency-campaigns-summary: Agency Campaigns by Month',
      'sent-campaigns: Sent Campaigns',
      'invoices: Invoices',
      'organisations: Organisations',
      'team-members: Team Members',
      'personal-data: Personal Data for Disposal',
    ]);
  });

  it('are files named by the brand', () => {
    expect(reportFileName('KerbPay', 'agency-campaigns-summary')).toBe('KerbPay Agency Campaigns by Month.csv');
  });

  it('are the only ones that exist', () => {
    const { params } = reportEndpoints.get;
    expect(z.safeDecode(params, { report: 'invoices' }).success).toBe(true);
    expect(z.safeDecode(params, { report: 'passwords' as never }).success).toBe(false);
  });

  it.each(Object.entries(reportColumns))('%s has no two columns of the same name', (_report, columns) => {
    const headers = Object.values(columns).map(({ header }) => header);
    expect(new Set(headers).size).toBe(headers.length);
  });

  it('name a status by its badge', () => {
    for (const [rank, status] of agreementStatuses.entries()) {
      expect(statusLabels[rank]).toBe(statusLabel(status, 'styling'));
      expect(statusLabels[rank + depositStatusOffset]).toBe(statusLabel(status, 'deposit'));
    }
    expect(new Set(Object.values(statusLabels))).toContain('Awaiting Payer Info');
    expect(statusLabels[upfrontStatusKeys.paid]).toBe('Paid');
    expect(statusLabels[upfrontStatusKeys.none]).toBe('Awaiting Payment');
    expect(statusLabels[upfrontStatusKeys.part]).toBe('Awaiting Payment');
    expect(statusLabels[upfrontStatusKeys.refunding]).toBe('Refund Pending');
  });
});
