import { ToggleSwitch } from '@kerb/web/design/toggle-switch.tsx';
import { singleKeys } from '@kerb/web/platform/keys.ts';
import { useStore } from '@kerb/web/platform/store.ts';

/** Turns single-key shortcuts on and off, for this browser. */
export function SingleKeysSwitch() {
  return <ToggleSwitch label="Single-key shortcuts" checked={useStore(singleKeys)} onChange={singleKeys.set} />;
}
