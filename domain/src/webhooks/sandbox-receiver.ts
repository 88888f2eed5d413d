/** The sandbox's own receiver, to try a webhook without another system. */
export const webhookReceiver = '/sandbox/webhook-receiver';
