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
