/** 'partly': the run ended, but some rows could not be processed. */
export const jobOutcomes = ['ok', 'partly', 'failed'] as const;
export type JobOutcome = (typeof jobOutcomes)[number];

/** The providers that Kerb calls. */
// biome-ignore format: one list
export const providerNames = ['mail', 'sms', 'cards', 'identity', 'addresses', 'files', 'file scanner', 'webhooks', 'time stamps'] as const;
export type ProviderName = (typeof providerNames)[number];

// biome-ignore format: a table
export const providerLabels: Record<ProviderName, string> = {
  mail:           'Mail',
  sms:            'SMS',
  cards:          'Cards',
  identity:       'Identity checks',
  addresses:      'Address suggestions',
  files:          'Files',
  'file scanner': 'Virus scanner',
  webhooks:       'Webhooks',
  'time stamps':  'Time stamps',
};
