/** Refused attempts and other events that a security team looks at, in words that need no knowledge of the product. */
// biome-ignore format: a table
export const securityEvents = {
  'sign-in-refused':       { label: 'Log in refused',                         meaning: 'The password was wrong, or the account is unknown or disabled.' },
  'second-factor-refused': { label: 'Wrong code or passkey after the password', meaning: 'The password was right, but the code of the app, the recovery code or the passkey was wrong.' },
  'passkey-copied':        { label: 'Passkey used out of order',              meaning: 'A passkey counted fewer uses than before, or was removed at the same moment. It may have been copied.' },
  'code-refused':          { label: 'Wrong code of a message',                meaning: 'A code from an email or a text message was wrong or too old.' },
  'proof-refused':         { label: 'Identity not confirmed',                 meaning: 'Somebody who is logged in entered a wrong password or code before an important change.' },
  'limit-met':             { label: 'Too many attempts',                      meaning: 'A limit was reached, so the request was refused for some minutes.' },
  'link-refused':          { label: 'Link that does not work',                meaning: 'A Payment URL or a link for a password has ended or never existed.' },
  'forbidden':             { label: 'Not allowed for the role',               meaning: 'Somebody who is logged in asked for something that their role does not allow.' },
  'client-refused':        { label: 'Integration credential refused',         meaning: 'A program tried to log in with a wrong or ended credential.' },
  'assertion-replayed':    { label: 'Signed request of a program used again', meaning: 'A program’s request was sent twice. The second may be a copy.' },
  'refresh-replayed':      { label: 'Refresh token used again',               meaning: 'A token was used twice. It may have been copied, or a page was opened twice at once.' },
  'file-refused':          { label: 'File refused',                           meaning: 'A file was harmful, had active content or was of a kind that is not accepted.' },
  'foreign-site':          { label: 'Request from another site',              meaning: 'A page of another site sent a form or a request in the name of a person.' },
  'csp-report':            { label: 'Content blocked by a browser',           meaning: 'A browser did not load content that our pages do not allow. Often an extension of the browser.' },
  'start':                 { label: 'Server started',                         meaning: 'The server was started.' },
} as const satisfies Record<string, { label: string; meaning: string }>;

export type SecurityEventKind = keyof typeof securityEvents;
export const securityEventKinds = Object.keys(securityEvents) as [SecurityEventKind, ...SecurityEventKind[]];

/** The periods of the report, until now. Security events use the real time, also in a sandbox whose clock was moved. */
// biome-ignore format: a table
export const securityPeriods = {
  day:   { label: 'Last 24 hours', hours: 24       },
  week:  { label: 'Last 7 days',   hours: 24 * 7   },
  month: { label: 'Last 30 days',  hours: 24 * 30  },
  all:   { label: 'Last 400 days', hours: 24 * 400 },
} as const satisfies Record<string, { label: string; hours: number }>;

export type SecurityPeriod = keyof typeof securityPeriods;
export const securityPeriodNames = Object.keys(securityPeriods) as SecurityPeriod[];
