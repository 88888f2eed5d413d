type Facts = { brand: string; tenantName: string; host: string; settingsUrl: string };

/** The message to the person who registered a webhook, when it is switched off. */
export const webhookOffMessage = ({ brand, tenantName, host, settingsUrl }: Facts) => ({
  kind: 'webhook-off',
  subject: `A webhook of ${tenantName} has been switched off`,
  body: [
    `The webhook of ${tenantName} to ${host} has taken nothing for days, so we have stopped calling it.`,
    'When it works again, switch it on; what was not delivered can be sent again from its log:',
    settingsUrl,
    brand,
  ].join('\n\n'),
});

/** To the same people, after a leak of the key that protected the secret. */
export const webhookSecretEndedMessage = ({ brand, tenantName, host, settingsUrl }: Facts) => ({
  kind: 'webhook-secret-ended',
  subject: `Make a new secret for a webhook of ${tenantName}`,
  body: [
    `The secret of the webhook of ${tenantName} to ${host} may be known to somebody else, so we no longer sign with it.`,
    'Make a new secret and enter it in your system. Until then, do not trust events that are signed with the former one.',
    settingsUrl,
    brand,
  ].join('\n\n'),
});

/** The message to the managers when a webhook is paused because nobody answers for its address. */
export const webhookPausedMessage = ({ brand, tenantName, host, settingsUrl, why }: Facts & { why: string }) => ({
  kind: 'webhook-paused',
  subject: `A webhook of ${tenantName} is paused`,
  body: [
    `We have paused the webhook of ${tenantName} to ${host}. ${why}`,
    'Look at its address. If it is yours, switch the webhook on again; if not, delete it:',
    settingsUrl,
    brand,
  ].join('\n\n'),
});
