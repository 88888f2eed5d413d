/** Where a sandbox takes deliveries itself, so that a webhook can be tried without another system. */
export const webhookReceiver = '/sandbox/webhook-receiver';
