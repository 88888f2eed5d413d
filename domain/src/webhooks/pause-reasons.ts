/** Why a webhook is paused until a manager has looked at its address, in words. */
// biome-ignore format: a table
export const pauseReasonWords = {
  'person-left':     'The person who chose this address may no longer change webhooks here.',
  'program-ended':   'The program that chose this address has ended.',
  'secret-ended':    'A secret or key of the program that chose this address has ended, because the person who added it left.',
  'secret-replaced': 'The secret of the program that chose this address was replaced, and somebody else may have known it.',
  'no-secret':       'The program that chose this address has no valid secret or key any more.',
  'scope-ended':     'The program that chose this address may no longer manage webhooks.',
} as const satisfies Record<string, string>;
export type PauseReason = keyof typeof pauseReasonWords;
export const pauseReasons = Object.keys(pauseReasonWords) as [PauseReason, ...PauseReason[]];

export const isPaused = (reason: string | null): reason is PauseReason => reason !== null && reason in pauseReasonWords;
