import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { Settings } from '@kerb/domain/organisations/setting-fields.ts';

type ForCampaign = Pick<
  Settings,
  | 'type'
  | 'fundManually'
  | 'recommendAgency'
  | 'recommendConveyancer'
  | 'recommendConveyancerSettings'
  | 'loanLiveReminders'
  | 'preSettlementReminders'
  | 'postSettlementReminders'
>;

/**
 * Returns the settings that a new campaign copies from its organisation. Later changes of those settings do not affect
 * the campaign.
 */
export function campaignDefaults(settings: ForCampaign): Partial<AgreementValues> {
  const { recommendConveyancer, recommendConveyancerSettings, type, recommendAgency } = settings;
  return {
    fundManually: settings.fundManually,
    recommendConveyancer: recommendConveyancer && recommendConveyancerSettings.defaultResponse === 'yes',
    recommendAgency: type === 'supplier' && recommendAgency,
    loanLiveReminders: settings.loanLiveReminders,
    preSettlementReminders: settings.preSettlementReminders,
    postSettlementReminders: settings.postSettlementReminders,
  };
}

type ForPayer = Pick<Settings, 'amlDelegation' | 'amlDelegationSettings'>;

/** Whether a new payer counts as AML-checked: the organisation does the checks and confirms it for all its payers. */
export const amlCheckByDefault = ({ amlDelegation, amlDelegationSettings }: ForPayer): boolean =>
  amlDelegation && amlDelegationSettings.defaultResponse === 'yes';
