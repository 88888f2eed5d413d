/** One notification in an e-mail. It says nothing that was written in a comment: a comment can be removed. */
export type MailedNotification = { text: string; campaignName: string; flowNumber: string; address: string };

type Facts = { brand: string; firstName: string; settingsAddress: string };

const footer = ({ brand, settingsAddress }: Facts) => [`Choose which e-mails you get: ${settingsAddress}`, brand];

export const notificationMail = (facts: Facts, { text, campaignName, flowNumber, address }: MailedNotification) => ({
  subject: `${flowNumber} ${campaignName}: ${text}`,
  body: [`Hello ${facts.firstName},`, `${campaignName} (${flowNumber})`, text, address, ...footer(facts)].join('\n\n'),
});

/** `more`: how many unread ones are not listed. */
export const digestMail = (facts: Facts, items: readonly MailedNotification[], more: number) => ({
  subject: `${items.length + more} unread notifications`.replace(/^1 (.*)s$/, '1 $1'),
  body: [
    `Hello ${facts.firstName},`,
    'You have not read these notifications yet:',
    ...items.map(
      ({ text, campaignName, flowNumber, address }) => `${campaignName} (${flowNumber})\n${text}\n${address}`,
    ),
    ...(more > 0 ? [`And ${more} more.`] : []),
    ...footer(facts),
  ].join('\n\n'),
});
