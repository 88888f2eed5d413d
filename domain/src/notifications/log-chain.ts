type Head = { brand: string; number: number; sealedDate: string; hash: string };

/** Once a day to an address outside of the deployment. Who keeps it can later show that the log was changed. */
export const logHeadMessage = ({ brand, number, sealedDate, hash }: Head) => ({
  kind: 'log-head',
  subject: `${brand} audit log: seal ${number}`,
  body: [
    `The newest seal of the audit log of ${brand}:`,
    [`Seal ${number}`, `of ${sealedDate}`, `SHA-256 ${hash}`].join('\n'),
    'Keep this message. It contains no data of people. If an entry from before this seal is changed or deleted ' +
      'later, the log no longer leads to this seal.',
    `To compare: npm run verify-log -- --head ${number}:${hash}`,
    brand,
  ].join('\n\n'),
});

type Broken = { brand: string; brokenCount: number; first: string; url: string };

/** To all admins, once a day. */
export const logBrokenMessage = ({ brand, brokenCount, first, url }: Broken) => ({
  kind: 'log-broken',
  subject: `${brand} security: the audit log was changed`,
  body: [
    `The verification of the audit log found ${brokenCount === 1 ? 'a problem' : `${brokenCount} problems`}:`,
    first,
    'Nobody can change the log with the rights of the product. Find out who has used the database as its owner, and keep ' +
      'a copy of the database as it is.',
    'Open System to see all of them.',
    url,
    brand,
  ].join('\n\n'),
});
