import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useEndingSignatures } from '@kerb/web/features/campaigns/ask-before-ending.ts';
import { useOptionChanges } from '@kerb/web/features/options/options.queries.ts';
import { useState } from 'react';

type Switch = [isOn: boolean, turn: (isOn: boolean) => void];

const withoutAsking = async () => true;

/** Switches at once, and back if the user or the server refuses. */
function useSwitch(
  isOn: boolean,
  words: string,
  change: (isOn: boolean) => Promise<void>,
  askFirst: () => Promise<boolean> = withoutAsking,
): Switch {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const turn = async (on: boolean) => {
    setWanted(on);
    if (!(await askFirst())) return setWanted(null);
    try {
      await withProgress(words, () => change(on));
      toast.success(on ? 'Enabled' : 'Disabled');
    } catch (error) {
      toast.error(error);
    } finally {
      setWanted(null);
    }
  };
  return [wanted ?? isOn, (on) => void turn(on)];
}

export function useOptionSwitch(id: number, code: FinanceOptionCode, isOn: boolean): Switch {
  const { offer, withdraw } = useOptionChanges(id);
  return useSwitch(isOn, 'Enabling or Disabling finance option...', (on) => (on ? offer(code) : withdraw(code)));
}

/** The agreement states the days without interest, so this asks before it ends signatures. */
export function useInterestFreeSwitch(campaign: Pick<Agreement, 'id' | 'status'>, isOn: boolean): Switch {
  const { setInterestFree } = useOptionChanges(campaign.id);
  return useSwitch(isOn, 'Updating interest free offer...', setInterestFree, useEndingSignatures(campaign));
}
