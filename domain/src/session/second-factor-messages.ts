export type SecondFactorEvent =
  | 'on'
  | 'off'
  | 'app-off'
  | 'reset'
  | 'new-codes'
  | 'recovery'
  | 'passkey-added'
  | 'passkey-removed'
  | 'last-passkey-removed'
  | 'passkeys-ended';
type Facts = { brand: string; firstName: string; supportPhone: string };

// biome-ignore format: a table
const happened: Record<SecondFactorEvent, { subject: string; sentence: string }> = {
  on:          { subject: 'two-step login is on',               sentence: 'Two-step login is now on: from now on we ask for a code from your authenticator app as well as your password. Your other browsers were logged out.' },
  off:         { subject: 'two-step login is off',              sentence: 'Two-step login has just been turned off: your password alone is enough to log in. Your other browsers were logged out.' },
  'app-off':   { subject: 'your authenticator app is off',      sentence: 'Your authenticator app has just been turned off. Two-step login stays on: we ask for a passkey or a recovery code. Your other browsers were logged out.' },
  reset:       { subject: 'two-step login was reset',           sentence: 'Our staff have reset your two-step login, removed your passkeys and logged you out. You can set it up again in Account Details.' },
  'new-codes': { subject: 'new recovery codes',                 sentence: 'New recovery codes have just been made for your account. The ones before no longer work.' },
  recovery:    { subject: 'a recovery code was used to log in', sentence: 'One of your recovery codes has just been used to log in. Each works once.' },
  'passkey-added':   { subject: 'a passkey was added',          sentence: 'A passkey has just been added to your account. It lets its owner log in. Your other browsers were logged out.' },
  'passkey-removed': { subject: 'a passkey was removed',        sentence: 'A passkey has just been removed from your account. It no longer lets anyone log in. Your other browsers were logged out.' },
  'last-passkey-removed': { subject: 'your last passkey was removed', sentence: 'Your last passkey has just been removed, and you have no authenticator app: your password alone is enough to log in. Your other browsers were logged out.' },
  'passkeys-ended':  { subject: 'your passkeys have ended',     sentence: 'Your role or your email address has changed, so your passkeys no longer work. Log in with your password, and add a passkey again in Account Details.' },
};

/** Notifies the owner of an account, in case somebody else made the change. */
export const secondFactorMessage = (event: SecondFactorEvent, { brand, firstName, supportPhone }: Facts) => ({
  subject: `Your ${brand} account: ${happened[event].subject}`,
  body: [
    `Hello ${firstName},`,
    happened[event].sentence,
    `If it was not you, call us at once on ${supportPhone}.`,
    brand,
  ].join('\n\n'),
});
