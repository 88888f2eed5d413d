import { DeliveryFailure } from '@kerb/server/platform/ports/delivery-failure.ts';
import type { MailGateway } from '@kerb/server/platform/ports/mail-gateway.ts';

/** Mail to these two addresses fails, for testing. */
const failures: Record<string, string> = {
  'refused@': 'The mail server refused it (550).',
  'timeout@': 'The mail server did not answer in time.',
};

/** No mail server: the outbox keeps the messages, and the sandbox shows them there. */
export const sandboxMail: MailGateway = {
  takesForOutbox: true,
  // Mail to bounced@ comes back, for testing.
  imitatedReceipt: (to) =>
    to.toLowerCase().startsWith('bounced@')
      ? { status: 'bounced', reason: 'unknown-address' }
      : { status: 'delivered' },
  send: async ({ to }) => {
    const reason = failures[to.slice(0, to.indexOf('@') + 1).toLowerCase()];
    if (reason) throw new DeliveryFailure(reason);
  },
};
