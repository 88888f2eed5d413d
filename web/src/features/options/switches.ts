import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useOptionChanges } from '@kerb/web/features/options/options.queries.ts';
import { useState } from 'react';

type Switch = [isOn: boolean, turn: (isOn: boolean) => void];

/** Switches at once, and back if the server refuses. */
function useSwitch(isOn: boolean, words: string, change: (isOn: boolean) => Promise<void>): Switch {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const turn = async (on: boolean) => {
    setWanted(on);
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

export function useInterestFreeSwitch(id: number, isOn: boolean): Switch {
  const { setInterestFree } = useOptionChanges(id);
  return useSwitch(isOn, 'Updating interest free offer...', setInterestFree);
}
