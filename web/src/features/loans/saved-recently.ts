const recentMs = 10 * 60_000;
const saves = new Map<number, number>();

/** A Pay Later card that was just saved does not open by itself again: the next step is the approval. */
export const rememberSave = (agreementId: number): void => {
  saves.set(agreementId, Date.now());
};
export const wasSavedRecently = (agreementId: number): boolean =>
  Date.now() - (saves.get(agreementId) ?? Number.NEGATIVE_INFINITY) < recentMs;
export const forgetSaves = (): void => saves.clear();
