/** A message that was not taken over. Its reason is shown to staff and kept: it names no person. */
export class DeliveryFailure extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
