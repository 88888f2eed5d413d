import { isManager, type TenantUserType } from '@kerb/domain/access/actor.ts';

export type TenantChangeFacts = {
  brand: string;
  tenantName: string;
  /** Who requested the change, or applied or rejected it. */
  userName: string;
  fields: readonly string[];
  settingsUrl: string;
  /** When a confirmed bank account takes effect, in words. */
  takesEffect?: string;
};

type Message = { kind: string; subject: string; body: string };
export type TenantChangeMessage = (facts: TenantChangeFacts) => Message;

const paragraphs = (...parts: string[]): string => parts.join('\n\n');
const listed = (fields: readonly string[]): string => fields.map((field) => `- ${field}`).join('\n');

/** The messages about changes to an organisation's settings, above all its bank account. */
export const tenantChangeMessages = {
  requested: (facts) => ({
    kind: 'tenant-change-requested',
    subject: `${facts.tenantName} has asked for changes to its settings`,
    body: paragraphs(
      `${facts.userName} of ${facts.tenantName} has asked for changes to:`,
      listed(facts.fields),
      'Apply or reject them:',
      facts.settingsUrl,
      facts.brand,
    ),
  }),
  applied: (facts) => ({
    kind: 'tenant-change-applied',
    subject: `Your changes to ${facts.tenantName} have been applied`,
    body: paragraphs(
      `These changes that you asked for now hold:`,
      listed(facts.fields),
      facts.settingsUrl,
      facts.brand,
    ),
  }),
  rejected: (facts) => ({
    kind: 'tenant-change-rejected',
    subject: `Your changes to ${facts.tenantName} have not been applied`,
    body: paragraphs(
      `These changes that you asked for have been rejected:`,
      listed(facts.fields),
      'Please contact support if you have a question.',
      facts.brand,
    ),
  }),
  bankRequested: (facts) => ({
    kind: 'tenant-bank-requested',
    subject: `A new bank account has been requested for ${facts.tenantName}`,
    body: paragraphs(
      `${facts.userName} has asked for the bank account that ${facts.brand} pays ${facts.tenantName} into to be changed.`,
      'Nothing has changed yet: a second person has to confirm it first.',
      'If you do not expect this, please call support at once.',
      facts.brand,
    ),
  }),
  bankConfirmed: (facts) => ({
    kind: 'tenant-bank-confirmed',
    subject: `A new bank account of ${facts.tenantName} takes effect on ${facts.takesEffect}`,
    body: paragraphs(
      `${facts.userName} has confirmed another bank account of ${facts.tenantName}.`,
      `It takes effect on ${facts.takesEffect}. Until then ${facts.brand} pays the present account.`,
      'If you do not expect this, stop the change on this page, or call support at once:',
      facts.settingsUrl,
      facts.brand,
    ),
  }),
  bankStopped: (facts) => ({
    kind: 'tenant-bank-stopped',
    subject: `The change of bank account of ${facts.tenantName} has been stopped`,
    body: paragraphs(
      `${facts.userName} has stopped the change of the bank account of ${facts.tenantName}. The present account stays.`,
      'If you do not expect this, please call support.',
      facts.brand,
    ),
  }),
  bankChanged: (facts) => ({
    kind: 'tenant-bank-changed',
    subject: `The bank account of ${facts.tenantName} has been changed`,
    body: paragraphs(
      `${facts.brand} now pays ${facts.tenantName} into another bank account, as was confirmed a day ago.`,
      'If you do not expect this, please call support at once.',
      facts.brand,
    ),
  }),
} satisfies Record<string, TenantChangeMessage>;

/** To the managers, when the person who asked for changes may no longer ask for them. */
export const tenantChangeEnded =
  (askerName: string): TenantChangeMessage =>
  (facts) => ({
    kind: 'tenant-change-ended',
    subject: `Changes to ${facts.tenantName} that ${askerName} asked for have ended`,
    body: paragraphs(
      `${askerName} asked for changes to these settings, and may no longer ask for them. So they do not wait any more:`,
      listed(facts.fields),
      'If you need them, ask for them again:',
      facts.settingsUrl,
      facts.brand,
    ),
  });

type Member = { receivesBillingEmailNotices: boolean; tenantUserType: TenantUserType };

/**
 * Who is notified of a change of an organisation's bank account: the members who get its billing e-mails, otherwise its
 * managers.
 */
export function readersOfBankChange<Person extends Member>(members: readonly Person[]): Person[] {
  const billing = members.filter(({ receivesBillingEmailNotices }) => receivesBillingEmailNotices);
  return billing.length > 0 ? billing : members.filter(isManager);
}
