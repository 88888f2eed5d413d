import { arrearsGroupNames, arrearsGroups } from '@kerb/domain/loans/arrears.ts';

/** How late a loan is: not past due, or one of the groups of arrears. */
export const ageings = ['not-due', ...arrearsGroupNames] as const;
export type Ageing = (typeof ageings)[number];
export const ageingLabels: Record<Ageing, string> = {
  'not-due': 'Not past due',
  'days-1-30': arrearsGroups['days-1-30'].label,
  'days-31-60': arrearsGroups['days-31-60'].label,
  'days-61-90': arrearsGroups['days-61-90'].label,
  'over-90': arrearsGroups['over-90'].label,
};
