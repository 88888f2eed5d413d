import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import * as z from 'zod/mini';

/** The two flags of each option by their names in the organisation model. */
// biome-ignore format: a table
const flagNames = {
  pn:  ['payNowActive', 'payNowEnabled'],
  pl:  ['payLaterActive', 'payLaterEnabled'],
  pos: ['payOnSuccessActive', 'payOnSuccessEnabled'],
} as const satisfies Record<FinanceOptionCode, readonly [string, string]>;

type FlagName = (typeof flagNames)[FinanceOptionCode][number];
export type OptionFlags = Record<FlagName, boolean>;
const names = Object.values(flagNames).flat();
export const optionFlagShape = Object.fromEntries(names.map((name) => [name, z.boolean()])) as Record<
  FlagName,
  z.ZodMiniBoolean
>;

type OptionSwitches = { optionCode: FinanceOptionCode; active: boolean; enabled: boolean };

/** An option that the country does not have is neither active nor enabled. */
export function optionFlags(options: readonly OptionSwitches[]): OptionFlags {
  const flags = Object.fromEntries(names.map((name) => [name, false])) as OptionFlags;
  for (const { optionCode, active, enabled } of options) {
    const [isActive, isEnabled] = flagNames[optionCode];
    flags[isActive] = active;
    flags[isEnabled] = enabled;
  }
  return flags;
}
