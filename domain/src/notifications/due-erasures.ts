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
