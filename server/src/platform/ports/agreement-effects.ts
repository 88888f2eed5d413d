/**
 * Effects of changing a fact that an agreement states, such as an address or a payer's name. The room that signs
 * provides them, `server/src/status-effects.ts` collects them, and lower rooms call them through the work.
 */
export type AgreementEffects<Work> = Readonly<{
  /** Ends the signatures on an earlier agreement. The campaign must be locked. */
  keepSignaturesTrue: (work: Work, agreementId: number) => Promise<void>;
}>;
