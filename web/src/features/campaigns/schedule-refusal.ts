import { scheduleMissing } from '@kerb/domain/documents/marketing-schedule.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { createStore, useStore } from '@kerb/web/platform/store.ts';

type Refusal = { agreementId: number };
const latest = createStore<Refusal | null>(null);

/** Notes that the server refused something because the Marketing Schedule is missing, so that its notice is focused. */
export function noteScheduleRefusal(agreementId: number, error: unknown): void {
  if (error instanceof ApiProblem && error.type.endsWith(scheduleMissing)) latest.set({ agreementId });
}

/** The latest refusal of this campaign: another object for each refusal. */
export function useScheduleRefusal(agreementId: number): Refusal | null {
  const refusal = useStore(latest);
  return refusal?.agreementId === agreementId ? refusal : null;
}
