import type { TimelineEvent } from '@kerb/domain/loans/timeline.ts';
import { LoanTimeline } from '@kerb/web/features/loans/loan-timeline.tsx';
import { ShareBar } from '@kerb/web/features/loans/share-bar.tsx';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPart, usePage } from '../../../test/harness.tsx';

beforeEach(() => usePage());

describe('the timeline of a loan', () => {
  // biome-ignore format: a table
  const events: TimelineEvent[] = [
    { day: '2026-02-01', kind: 'start',    label: 'Loan starts',           state: 'past'   },
    { day: '2026-03-03', kind: 'reminder', label: 'Loan live for 30 days', state: 'past'   },
    { day: '2026-05-02', kind: 'reminder', label: 'Loan live for 90 days', state: 'off'    },
    { day: '2026-07-31', kind: 'end',      label: '180 days',              state: 'toCome' },
  ];

  it('describes itself in words', () => {
    renderPart(<LoanTimeline events={events} today="2026-04-02" />);
    const words = 'Day 60 of 180: from Sun 1 Feb 2026 to Fri 31 Jul 2026.';
    expect(screen.getByRole('img', { name: `Loan timeline. ${words}` })).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getAllByRole('definition').map((item) => item.textContent)).toEqual([
      'Loan starts',
      'Reminder: Loan live for 30 days, sent',
      'Reminder: Loan live for 90 days, will not be sent',
      '180 days, to come',
    ]);
  });

  it('counts from the start of the loan, even if the property settled before it', () => {
    const early: TimelineEvent = { day: '2026-01-20', kind: 'settlement', label: 'Settlement', state: 'past' };
    renderPart(<LoanTimeline events={[early, ...events]} today="2026-04-02" />);
    expect(screen.getByText('Day 60 of 180: from Sun 1 Feb 2026 to Fri 31 Jul 2026.')).toBeTruthy();
  });

  it('keeps today on the line after the end of the loan', () => {
    renderPart(<LoanTimeline events={events} today="2027-01-01" />);
    const line = screen.getByRole('img', { name: /^Loan timeline/ });
    expect((line.lastElementChild as HTMLElement).style.insetInlineStart).toBe('100%');
  });
});

describe('the bar of a share', () => {
  const bar = (basisPoints: number | null) => (
    <ShareBar
      label="Share of valuation"
      basisPoints={basisPoints}
      scalePerCent={5}
      marks={[3]}
      tone="success"
      sentence="Below the limit of 3%."
    />
  );

  it('shows the share and its limit, also in words', () => {
    renderPart(bar(2_99));
    expect(screen.getByText('2.99%')).toBeTruthy();
    expect(screen.getByText('3%')).toBeTruthy();
    const picture = screen.getByRole('img', { name: 'Share of valuation. Below the limit of 3%.' });
    expect((picture.firstElementChild as HTMLElement).style.inlineSize).toBe('59.8%');
  });

  it('is not longer than its scale', () => {
    renderPart(bar(9_00));
    expect((screen.getByRole('img').firstElementChild as HTMLElement).style.inlineSize).toBe('100%');
  });

  it('shows a dash for an unknown share', () => {
    renderPart(bar(null));
    expect(screen.getByText('–')).toBeTruthy();
  });
});
