/**
 * Tables that grow with the organisations, their staff and the servers, and not with campaigns, payers and time. A
 * migration may lock one of them, and a job may read it from end to end.
 */
export const smallTables: ReadonlySet<string> = new Set([
  ...[
    'tenants',
    'tenant_users',
    'tenant_finance_options',
    'user_invitations',
    'list_views',
    'dismissed_banners',
    'calendar_links',
    'shared_views',
    'imports',
    'import_rows',
    'embed_settings',
  ],
  ...[
    'webhooks',
    'service_identities',
    'service_credentials',
    'credentials',
    'second_factors',
    'recovery_codes',
    'passkeys',
  ],
  ...[
    'pending_acts',
    'email_changes',
    'user_makers',
    'rate_changes',
    'book_periods',
    'book_exports',
    'account_codes',
    'message_templates',
    'notification_settings',
    'batches',
    'bank_statements',
    'signing_keys',
  ],
  ...[
    'login_providers',
    'login_domains',
    'provider_links',
    'provisioning_tokens',
    'provisioned_users',
    'former_members',
  ],
  ...['job_states', 'job_failures', 'servers', 'provider_calls', 'known_keys', 'deployment', 'migrations'],
  // Results of a month, and gaps of minutes.
  ...['log_checks', 'log_gaps'],
  // Their rows are merged into one.
  ...['agreement_tallies', 'asset_tallies'],
  ...['sandbox_state', 'sandbox_card_tokens', 'sandbox_card_charges', 'sandbox_card_events'],
]);
