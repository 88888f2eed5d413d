/** The kinds of log entry. Every change writes one in its own transaction. */
// biome-ignore format: a table
export const activities = {
  tenant_create:             'Organisation created',
  tenant_update:             'Organisation updated',
  tenant_delete:             'Organisation deleted',
  tenant_fo_create:          'Organisation payment option created',
  tenant_fo_update:          'Organisation payment option updated',
  tenant_fo_delete:          'Organisation payment option deleted',
  user_register:             'User registered',
  user_invite:               'User invited',
  user_create:               'User created',
  user_update:               'User updated',
  user_perm_change:          'User access changed',
  cred_create:               'Sign-in created',
  cred_change_pw:            'Password changed',
  cred_reset_pw:             'Password reset requested',
  cred_auth:                 'Signed in',
  property_create:           'Property created',
  property_update:           'Property updated',
  property_delete:           'Property deleted',
  campaign_create:           'Campaign created',
  campaign_update:           'Campaign updated',
  campaign_status_change:    'Campaign status changed',
  campaign_delete:           'Campaign deleted',
  campaign_fo_create:        'Payment option offered',
  campaign_fo_update:        'Payment option updated',
  campaign_fo_delete:        'Payment option no longer offered',
  application_create:        'Finance application created',
  application_update:        'Finance application updated',
  application_status_change: 'Finance application status changed',
  application_approve:       'Finance application approved',
  signatory_create:          'Payer added',
  signatory_update:          'Payer updated',
  signatory_delete:          'Payer removed',
  agreement_sign:            'Agreement signed',
  attachment_create:         'Document added',
  attachment_update:         'Document updated',
  attachment_delete:         'Document removed',
  invoice_create:            'Invoice created',
  invoice_pay:               'Invoice paid',
  invoice_void:              'Invoice voided',
} as const satisfies Record<string, string>;

export type ActivityCode = keyof typeof activities;
export const activityCodes = Object.keys(activities) as ActivityCode[];

export type Change = { before: unknown; after: unknown };
export type Changes = Record<string, Change>;

/** The fields that differ, with the values before and after, for the log. */
export function changesBetween<T extends object>(
  before: T,
  after: { [Name in keyof T]?: T[Name] | undefined },
): Changes {
  const changes: Changes = {};
  for (const [name, value] of Object.entries(after)) {
    const was = before[name as keyof T] ?? null;
    const is = value ?? null;
    if (was !== is) changes[name] = { before: was, after: is };
  }
  return changes;
}
