import type { Cents } from '@kerb/domain/kernel/money.ts';
import { loanDateLabels } from '@kerb/domain/loans/save-loan.ts';

/** A rest below this is written off by one admin. Anything more needs a second person. */
export const smallRest: Cents = 1_00;

/** Whether a loan was lost in part or in full. One with a small rest was repaid. */
export const isLost = (writtenOff: Cents): boolean => writtenOff >= smallRest;

/** The label of the day on which a loan was closed. */
export const closedLabel = (writtenOff: Cents): string =>
  isLost(writtenOff) ? 'Written off' : loanDateLabels.campaignFinanceRepaidDate;
