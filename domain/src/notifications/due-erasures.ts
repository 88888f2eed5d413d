type Facts = { brand: string; count: number; url: string };

/** To all admins, once a month, while personal data is held longer than the law asks for. */
export const dueErasuresMessage = ({ brand, count, url }: Facts): { kind: string; subject: string; body: string } => ({
  kind: 'due-erasures',
  subject: `${brand} holds personal data whose time is over`,
  body: [
    `The law no longer makes us keep what we hold about ${count} ${count === 1 ? 'payer' : 'payers'}.`,
    'Open Users and ask to erase it. A second admin has to confirm it.',
    url,
    brand,
  ].join('\n\n'),
});

type Refused = { brand: string; name: string; because: string };

/** To all admins, if a confirmed erasure was not carried out. It names the payer by number. */
export const erasureRefusedMessage = ({ brand, name, because }: Refused) => ({
  kind: 'erasure-refused',
  subject: `${brand} did not erase ${name}`,
  body: [
    `Two admins decided to erase the personal data of ${name}. Nothing was erased, because the campaign was changed since.`,
    because,
    'Ask for it again when the campaign has ended.',
    brand,
  ].join('\n\n'),
});
