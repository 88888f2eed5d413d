import type { SpanKind } from '@kerb/domain/dashboard/cash-forecast.ts';
import type { PlatformFigures } from '@kerb/domain/dashboard/platform-figures.contract.ts';
import { writtenDay } from '@kerb/domain/kernel/dates.ts';
import type { LoanBookFilters } from '@kerb/domain/loan-books/loan-book.contract.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';

export type ShownSpan = PlatformFigures['forecast']['spans'][number];

// biome-ignore format: a table
const names: Record<Exclude<SpanKind, 'week'>, string> = {
  late:    'Past due',
  later:   'Later',
  undated: 'No date yet',
};

export const spanName = ({ kind, from }: Pick<ShownSpan, 'kind' | 'from'>): string =>
  kind === 'week' ? `From ${writtenDay(from ?? '', countryRules().locale)}` : names[kind];

/** The loans of a span in the loan book. */
export const loansOf = ({ kind, from, to }: Pick<ShownSpan, 'kind' | 'from' | 'to'>): LoanBookFilters =>
  kind === 'undated' ? { undated: true } : { ...(from && { dueFrom: from }), ...(to && { dueTo: to }) };
