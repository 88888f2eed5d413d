import { cashForecast, cashLines, type ExpectedCash, spansFrom } from '@kerb/domain/dashboard/cash-forecast.ts';
import { addDays } from '@kerb/domain/kernel/dates.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const today = '2026-11-18';
const at = (line: ExpectedCash['line'], day: string | null, amount = 100): ExpectedCash => ({
  ...{ line, day, amount },
  campaigns: 1,
});

describe('the weeks of a forecast', () => {
  it('start today, then on each Monday, and are thirteen', () => {
    const weeks = spansFrom(today).filter(({ kind }) => kind === 'week');
    expect(weeks.length).toBe(13);
    expect(weeks[0]).toEqual({ kind: 'week', from: '2026-11-18', to: '2026-11-22' });
    expect(weeks[1]).toEqual({ kind: 'week', from: '2026-11-23', to: '2026-11-29' });
    expect(spansFrom('2026-11-16')[1]).toEqual({ kind: 'week', from: '2026-11-16', to: '2026-11-22' });
    expect(spansFrom('2026-11-22')[1]).toEqual({ kind: 'week', from: '2026-11-22', to: '2026-11-22' });
  });

  it('have no gap and no overlap', () => {
    const spans = spansFrom(today).filter(({ kind }) => kind !== 'undated');
    spans.slice(1).forEach(({ from }, place) => {
      expect(from).toBe(addDays(spans[place]?.to ?? '', 1));
    });
  });
});

describe('the money of a forecast', () => {
  it('is late only if it comes in: what we owe is paid now', () => {
    const { spans } = cashForecast([at('loans', '2026-11-17'), at('organisations', '2026-11-02')], today);
    expect(spans[0]).toMatchObject({ kind: 'late', loans: 100, organisations: 0, in: 100, out: 0, net: 100 });
    expect(spans[1]).toMatchObject({ kind: 'week', loans: 0, organisations: 100, in: 0, out: 100, net: -100 });
  });

  it('without a day has its own line', () => {
    expect(cashForecast([at('loans', null)], today).spans.at(-1)).toMatchObject({ kind: 'undated', loans: 100 });
  });

  it('is in exactly one span, whatever its day', () => {
    const item = fc.record({
      line: fc.constantFrom(...cashLines),
      day: fc.option(fc.integer({ min: -400, max: 400 }).map((days) => addDays(today, days))),
      campaigns: fc.nat(9),
      amount: fc.nat(1_000_000),
      ahead: fc.nat(1_000),
    });
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const { spans, total } = cashForecast(items, today);
        for (const name of [...cashLines, 'ahead', 'in', 'out', 'net'] as const) {
          expect(spans.reduce((sum, span) => sum + span[name], 0)).toBe(total[name]);
        }
        expect(total.in + total.out).toBe(items.reduce((sum, { amount }) => sum + amount, 0));
      }),
    );
  });
});
