import { ownerlessDays } from '@kerb/domain/integrations/identity-rules.ts';

export type IntegrationFacts = {
  brand: string;
  tenantName: string;
  /** The name of the program. */
  name: string;
  /** Who did it; the product's name if nobody did. */
  userName: string;
  settingsUrl: string;
};

type Message = { kind: string; subject: string; body: string };
type IntegrationMessage<More = unknown> = (facts: IntegrationFacts & More) => Message;

const paragraphs = (...parts: string[]): string => parts.join('\n\n');
const unexpected = 'If you do not expect this, end the access of this program in the settings, and call support.';

/** A person with a leaked secret may have let events go to an address of their own. A new secret does not end that. */
const webhooksOf = (hosts: readonly string[], isPaused: boolean): string =>
  (isPaused
    ? 'Its webhooks are paused until a manager has looked at their addresses:\n'
    : 'Its webhooks go on. If somebody else had the old secret, look whether you know these addresses:\n') +
  hosts.map((host) => `- ${host}`).join('\n');

/** Managers are told what programs may act for their organisation, because nobody sees a program at work. */
export const integrationMessages = {
  created: ({ brand, tenantName, name, userName, settingsUrl, allowed }) => ({
    kind: 'integration-created',
    subject: `A program may now act for ${tenantName}`,
    body: paragraphs(
      `${userName} has let the program "${name}" act for ${tenantName}. It may:`,
      allowed.map((each) => `- ${each}`).join('\n'),
      unexpected,
      settingsUrl,
      brand,
    ),
  }),
  widened: ({ brand, tenantName, name, userName, settingsUrl, allowed }) => ({
    kind: 'integration-widened',
    subject: `The program "${name}" may do more for ${tenantName}`,
    body: paragraphs(
      `${userName} has given the program "${name}" of ${tenantName} more access. It may now also:`,
      allowed.map((each) => `- ${each}`).join('\n'),
      unexpected,
      settingsUrl,
      brand,
    ),
  }),
  credentialAdded: ({ brand, tenantName, name, userName, settingsUrl, kind, hosts, isPaused }) => ({
    kind: 'integration-credential',
    subject: `The program "${name}" of ${tenantName} has a new ${kind}`,
    body: paragraphs(
      `${userName} has made a new ${kind} for the program "${name}", which acts for ${tenantName}.`,
      ...(hosts.length === 0 ? [] : [webhooksOf(hosts, isPaused)]),
      unexpected,
      settingsUrl,
      brand,
    ),
  }),
  credentialRemoved: ({ brand, tenantName, name, userName, settingsUrl, kind, hosts }) => ({
    kind: 'integration-credential-removed',
    subject: `A ${kind} of the program "${name}" of ${tenantName} has ended`,
    body: paragraphs(
      `${userName} has ended a ${kind} of the program "${name}", which acts for ${tenantName}.`,
      webhooksOf(hosts, false),
      settingsUrl,
      brand,
    ),
  }),
  credentialEnded: ({ brand, tenantName, name, settingsUrl, kind, adderName }) => ({
    kind: 'integration-credential-ended',
    subject: `The program "${name}" of ${tenantName} needs a new ${kind}`,
    body: paragraphs(
      `${adderName} added a ${kind} of the program "${name}" and is no longer a manager of ${tenantName}.`,
      `So this ${kind} has ended, and whatever uses it has stopped working. Make a new one in the settings:`,
      settingsUrl,
      brand,
    ),
  }),
  ended: ({ brand, tenantName, name, userName, settingsUrl, reason }) => ({
    kind: 'integration-ended',
    subject: `The program "${name}" may no longer act for ${tenantName}`,
    body: paragraphs(
      `The access of the program "${name}" to ${tenantName} has ended. ${reason}`,
      `This was done by ${userName}. Whatever used the program has stopped working.`,
      settingsUrl,
      brand,
    ),
  }),
  ownerLost: ({ brand, tenantName, name, settingsUrl, ownerName }) => ({
    kind: 'integration-owner-lost',
    subject: `Who answers for the program "${name}" of ${tenantName}?`,
    body: paragraphs(
      `${ownerName} answered for the program "${name}" and is no longer a manager of ${tenantName}.`,
      `Please take it over within ${ownerlessDays} days, or end it. Otherwise it ends by itself.`,
      `If ${ownerName} knows its secret, make a new one.`,
      settingsUrl,
      brand,
    ),
  }),
  expiring: ({ brand, tenantName, name, settingsUrl, kind, day }) => ({
    kind: 'integration-expiring',
    subject: `The ${kind} of the program "${name}" expires on ${day}`,
    body: paragraphs(
      `The ${kind} with which the program "${name}" acts for ${tenantName} works until ${day}.`,
      'Make a new one before then, so that what uses it does not stop.',
      settingsUrl,
      brand,
    ),
  }),
} satisfies {
  created: IntegrationMessage<{ allowed: readonly string[] }>;
  widened: IntegrationMessage<{ allowed: readonly string[] }>;
  credentialAdded: IntegrationMessage<{ kind: string; hosts: readonly string[]; isPaused: boolean }>;
  credentialRemoved: IntegrationMessage<{ kind: string; hosts: readonly string[] }>;
  credentialEnded: IntegrationMessage<{ kind: string; adderName: string }>;
  ended: IntegrationMessage<{ reason: string }>;
  ownerLost: IntegrationMessage<{ ownerName: string }>;
  expiring: IntegrationMessage<{ kind: string; day: string }>;
};
