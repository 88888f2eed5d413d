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

/** To the owner of an account for which too many wrong passwords were typed. */
export const attemptsMessage = ({ brand, firstName, supportPhone }: Facts): Words => ({
  subject: `Somebody tried to log in to your ${brand} account`,
  body: letter(
    `Hello ${firstName},`,
    `Many wrong passwords were typed for your ${brand} account today. Nobody got in. You can still log in where you ` +
      'have logged in before.',
    'If it was you and you have forgotten your password, choose "Forgotten your password?" on the login page.',
    `If it was not you, you need not do anything. If it worries you, call us on ${supportPhone}.`,
    brand,
  ),
});
