import { readSaved, writeSaved } from '@kerb/web/platform/saved-state.ts';

const recentMs = 10 * 60_000;
const nameOf = (agreementId: number): string => `finance-saved-${agreementId}`;

/**
 * A Pay Later card that was just saved does not open by itself again, also after a reload: the next step is the
 * approval.
 */
export const rememberSave = (agreementId: number): void => writeSaved(nameOf(agreementId), Date.now());
export const wasSavedRecently = (agreementId: number): boolean =>
  Date.now() - (readSaved<number>(nameOf(agreementId)) ?? Number.NEGATIVE_INFINITY) < recentMs;
