/**
 * Refused attempts and other events that a security team looks at. `alarm`: many of them in a short time are a reason
 * to tell the admins.
 */
// biome-ignore format: a table
export const securityEvents = {
  'sign-in-refused':       { label: 'Log in refused',                        alarm: true  },
  'second-factor-refused': { label: 'Wrong code of an authenticator app',    alarm: true  },
  'code-refused':          { label: 'Wrong code of a message',               alarm: true  },
  'proof-refused':         { label: 'Identity not confirmed',                alarm: true  },
  'limit-met':             { label: 'Too many attempts',                     alarm: true  },
  'link-refused':          { label: 'Link that does not work',               alarm: true  },
  'forbidden':             { label: 'Not allowed for the role',              alarm: true  },
  'client-refused':        { label: 'Integration credential refused',        alarm: true  },
  'assertion-replayed':    { label: 'Signed request of a program used again', alarm: true },
  'refresh-replayed':      { label: 'Refresh token used again',              alarm: true  },
  'file-refused':          { label: 'File refused',                          alarm: false },
  'foreign-site':          { label: 'Request from another site',             alarm: true  },
  'csp-report':            { label: 'Content blocked by a browser',          alarm: false },
  'start':                 { label: 'Server started',                        alarm: false },
} as const satisfies Record<string, { label: string; alarm: boolean }>;

export type SecurityEventKind = keyof typeof securityEvents;
