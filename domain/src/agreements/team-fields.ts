import type { AgreementFieldName, AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';

/**
 * Notes and switches of the team. No price, agreement or invoice depends on them, so that a save of these alone leaves
 * the signatures and the money as they are.
 */
// biome-ignore format: a list
export const teamFields: readonly AgreementFieldName[] = [
  'nextActionDate', 'actionSuggested', 'agentNotes', 'campaignNotes',
  'preSettlementReminders', 'postSettlementReminders', 'loanLiveReminders',
];

/** Whether the changes are of such fields alone. False without any change. */
export function areForTeamOnly(changes: Partial<AgreementValues>): boolean {
  const names = Object.keys(changes) as AgreementFieldName[];
  return names.length > 0 && names.every((name) => teamFields.includes(name));
}
