import { DeliveryFailure } from '@kerb/server/platform/ports/delivery-failure.ts';
import type { SmsGateway } from '@kerb/server/platform/ports/sms-gateway.ts';

/** Numbers with these endings fail, for testing. */
const failures: Record<string, string> = {
  '000001': 'The SMS gateway refused it (422).',
  '000002': 'The SMS gateway did not answer in time.',
};

/** No SMS gateway: the outbox keeps the messages, and the sandbox shows them there. */
export const sandboxSms: SmsGateway = {
  takesForOutbox: true,
  // Text messages to numbers with this ending do not arrive, for testing.
  imitatedReceipt: (to) => (to.endsWith('000003') ? { status: 'bounced', reason: 'full' } : { status: 'delivered' }),
  send: async ({ to }) => {
    const reason = failures[to.slice(-6)];
    if (reason) throw new DeliveryFailure(reason);
  },
};
