import { cashForecast } from '@kerb/domain/dashboard/cash-forecast.ts';
import { figureEndpoints, type PlatformFigures } from '@kerb/domain/dashboard/platform-figures.contract.ts';
import { platformFigures } from '@kerb/domain/dashboard/platform-figures.ts';
import { ageings } from '@kerb/domain/loan-books/ageings.ts';
import { lvrNames } from '@kerb/domain/loan-books/lvr.ts';
import { forecastCsv, organisationsCsv, personsCsv, portfolioCsv } from '@kerb/web/features/figures/figures-csv.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { problemResponse, renderApp, signedIn } from '../../../test/harness.tsx';

const today = '2026-11-18';
const nothing = { principal: 0, fees: 0, interest: 0, owed: 0, loans: 0 };
const sent = { tenantId: 7, agentUserId: 4, agentName: '=Mia', step: 'signed' as const, days: 4, campaigns: 3 };

const figures: PlatformFigures = {
  today,
  ...platformFigures([sent], {
    names: new Map([[7, 'Harbour Estate']]),
    money: new Map([[7, { loans: 2, owedByPayers: 1_097_236, owedToOrganisation: 500_000 }]]),
  }),
  forecast: cashForecast(
    [
      { line: 'loans', day: '2026-11-25', campaigns: 1, amount: 1_000_000, ahead: 1_234 },
      { line: 'loans', day: null, campaigns: 1, amount: 97_236 },
      { line: 'organisations', day: '2026-11-18', campaigns: 1, amount: 500_000 },
    ],
    today,
  ),
  portfolio: {
    ageing: ageings.map((ageing) => ({
      ageing,
      ...nothing,
      ...(ageing === 'over-90' && { loans: 2, owed: 1_097_236 }),
    })),
    lvr: lvrNames.map((lvr) => ({ lvr, loans: lvr === 'unknown' ? 2 : 0, owed: lvr === 'unknown' ? 1_097_236 : 0 })),
  },
};
const answer = z.encode(figureEndpoints.get.response, figures);

async function show(respond: () => unknown) {
  const calls = await signedIn({ 'GET /v1/figures': respond as () => Response });
  renderApp('/admin/figures');
  await screen.findByRole('heading', { name: 'Figures' });
  return calls;
}

describe('the figures of every organisation', () => {
  it('have a forecast by week whose loans lead to the loan book', async () => {
    const calls = await show(() => answer);
    const table = within(await screen.findByRole('table', { name: 'Cash forecast by week' }));
    expect(table.getAllByRole('row').length).toBe(1 + 16 + 1);
    const link = table.getByRole('link', { name: 'Loans due, From 23 November 2026' });
    expect(link.getAttribute('href')).toBe('/admin/loan-book?dueFrom=2026-11-23&dueTo=2026-11-29');
    const undated = table.getByRole('link', { name: 'Loans due, No date yet' });
    expect(undated.getAttribute('href')).toBe('/admin/loan-book?undated=1');
    expect(calls.filter(({ path }) => path === '/v1/figures').length).toBe(1);
  });

  it('have the loans by age and share, with the list behind each group', async () => {
    await show(() => answer);
    const ages = within(await screen.findByRole('table', { name: 'Loans by age' }));
    expect(ages.getByRole('link', { name: 'Over 90 days' }).getAttribute('href')).toBe(
      '/admin/loan-book?ageing=over-90',
    );
    const shares = within(screen.getByRole('table', { name: 'Loans by share of the sale' }));
    expect(shares.getByRole('link', { name: 'Price not known' }).getAttribute('href')).toBe(
      '/admin/loan-book?lvr=unknown',
    );
    expect(shares.getByRole('row', { name: /^All loans 2 / }).textContent).toContain('10,972.36');
  });

  it('ask for another period', async () => {
    const calls = await show(() => answer);
    await userEvent.click(await screen.findByRole('button', { name: '12 months' }));
    expect(calls.some(({ query }) => query.get('period') === 'year')).toBe(true);
    const link = await screen.findByRole('link', { name: 'Harbour Estate' });
    expect(link.getAttribute('href')).toBe('/agencies/dashboard?tenantId=7');
  });

  it('say that there is nothing, and can be read again after a problem', async () => {
    await show(() => ({ ...answer, organisations: [], people: [] }));
    expect(await screen.findByText('No campaign was sent in this period.')).toBeTruthy();
  });

  it('can be read again after a problem', async () => {
    await show(() => problemResponse(500));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('the files of the figures', () => {
  it('have what the screen shows, and no name is a formula', () => {
    expect(organisationsCsv(figures).split('\r\n')[1]).toBe('"Harbour Estate",3,3,0,4,2,10972.36,5000.00');
    expect(personsCsv(figures).split('\r\n')[1]).toBe('"\'=Mia","Harbour Estate",3,3,0,4');
    const lines = forecastCsv(figures).trimEnd().split('\r\n');
    expect(lines.length).toBe(1 + 16 + 1);
    expect(lines.at(-1)).toBe('Total,,,0.00,0.00,5000.00,10972.36,0.00,5000.00,10972.36,5972.36');
    expect(portfolioCsv(figures)).toContain('Share of the sale,Price not known,2,10972.36');
  });
});
