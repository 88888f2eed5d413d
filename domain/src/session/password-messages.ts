import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
export type PasswordLinkPurpose = 'invite' | 'reset';
type Facts = { brand: string; firstName: string; supportPhone: string; isLoggedOutElsewhere?: boolean };
type Words = { subject: string; body: string };

const letter = (...paragraphs: string[]) => paragraphs.join('\n\n');

/** The messages about a password. `secretPlace` is the link. */
export const passwordMessages: Record<PasswordLinkPurpose | 'changed', (facts: Facts) => Words> = {
  invite: ({ brand, firstName }) => ({
    subject: `Welcome to ${brand}: choose your password`,
    body: letter(
      `Hello ${firstName},`,
      `An account at ${brand} has been made for you. Choose a password to start:`,
      secretPlace,
      'The link works once, for 7 days. It is yours alone: please do not forward it.',
      brand,
    ),
  }),
  reset: ({ brand, firstName }) => ({
    subject: `Choose a new ${brand} password`,
    body: letter(
      `Hello ${firstName},`,
      `Someone, hopefully you, asked for a new password at ${brand}. Choose it here:`,
      secretPlace,
      'The link works once, for 60 minutes. If it was not you, ignore this message: your password stays as it is.',
      brand,
    ),
  }),
  changed: ({ brand, firstName, supportPhone, isLoggedOutElsewhere = true }) => ({
    subject: `Your ${brand} password was changed`,
    body: letter(
      `Hello ${firstName},`,
      `Your ${brand} password has just been changed` +
        `${isLoggedOutElsewhere ? ', and you were logged out everywhere else' : ''}.`,
      `If it was not you, call us at once on ${supportPhone}.`,
      brand,
    ),
  }),
};
