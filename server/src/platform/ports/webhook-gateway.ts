export type WebhookCall = { url: string; headers: Record<string, string>; body: string };
/** The answer of a receiver; its text is cut short. */
export type WebhookAnswer = { status: number; body: string };

/** Calls the addresses that organisations have registered. The only thing here that goes where a user points. */
export type WebhookGateway = {
  /** Whether this machine and its network may be called: in a sandbox only. */
  reachesPrivate: boolean;
  /** Why an address cannot be called, in words; null where it can. */
  refusalOf: (url: string) => Promise<string | null>;
  /** Throws a DeliveryFailure where there was no answer at all. */
  post: (call: WebhookCall) => Promise<WebhookAnswer>;
};
