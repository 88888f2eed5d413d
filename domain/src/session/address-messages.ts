import { maskedAddress } from '@kerb/domain/vocabulary/masked-recipient.ts';
import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';

type Facts = { brand: string; firstName: string; supportPhone: string };
type Words = { subject: string; body: string };

const letter = (...paragraphs: string[]) => paragraphs.join('\n\n');

/** To the old and the new address of an account whose e-mail address is to be changed. `secretPlace` is the link. */
export const addressAskedMessages = {
  toOld: ({ brand, firstName, supportPhone }: Facts, newAddress: string): Words => ({
    subject: `Your ${brand} email address is about to change`,
    body: letter(
      `Hello ${firstName},`,
      `The email address of your ${brand} account is about to be changed to ${maskedAddress(newAddress)}. It changes when ` +
        'that address is confirmed. Until then you log in with this one.',
      `If you did not ask for this, call us at once on ${supportPhone}.`,
      brand,
    ),
  }),
  toNew: ({ brand, firstName, supportPhone }: Facts): Words => ({
    subject: `Confirm your new ${brand} email address`,
    body: letter(
      `Hello ${firstName},`,
      `This is to become the email address of your ${brand} account. Confirm it here:`,
      secretPlace,
      'The link works once, for 24 hours. Until then you log in with your old address.',
      `If you know nothing of this, ignore this message, or call us on ${supportPhone}.`,
      brand,
    ),
  }),
};

/** To both addresses once it was changed. */
export const addressChangedMessages = {
  toOld: ({ brand, firstName, supportPhone }: Facts, newAddress: string): Words => ({
    subject: `Your ${brand} email address was changed`,
    body: letter(
      `Hello ${firstName},`,
      `The email address of your ${brand} account was changed to ${maskedAddress(newAddress)}. From now on we write to that ` +
        'address.',
      `If you did not ask for this, call us at once on ${supportPhone}.`,
      brand,
    ),
  }),
  /** Somebody else than the owner asked for it, so the old password has ended. `secretPlace` is the link. */
  toNewOwner: ({ brand, firstName, supportPhone }: Facts): Words => ({
    subject: `This is now your ${brand} email address: choose a password`,
    body: letter(
      `Hello ${firstName},`,
      `This address now belongs to your ${brand} account. From now on we write to it. Your old password no longer ` +
        'works. Choose a new one:',
      secretPlace,
      'The link works once, for 60 minutes. After that, choose "Forgotten your password?" on the login page.',
      `If you know nothing of this, call us on ${supportPhone}.`,
      brand,
    ),
  }),
  toNew: ({ brand, firstName, supportPhone }: Facts): Words => ({
    subject: `This is now your ${brand} email address`,
    body: letter(
      `Hello ${firstName},`,
      `This address now belongs to your ${brand} account. From now on we write to it. If you have a password, log in ` +
        'with this address and the same password as before.',
      `If you know nothing of this, call us on ${supportPhone}.`,
      brand,
    ),
  }),
};

/** To the owner of an account, when a new address can no longer be confirmed. */
export const addressEndedMessage = ({ brand, firstName, supportPhone }: Facts): Words => ({
  subject: `Your ${brand} email address stays as it is`,
  body: letter(
    `Hello ${firstName},`,
    `The new email address of your ${brand} account can no longer be confirmed, because the rights of the person who ` +
      'asked for it, or your own, have changed. You log in with this address as before.',
    `If you still need another address, ask for it again, or call us on ${supportPhone}.`,
    brand,
  ),
});
