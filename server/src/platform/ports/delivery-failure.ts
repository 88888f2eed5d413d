/** A message that the provider did not accept. Its reason is stored and shown to staff, so it names no person. */
export class DeliveryFailure extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
