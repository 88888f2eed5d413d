export type WebhookCall = { url: string; headers: Record<string, string>; body: string };
/** A receiver's response; its body is truncated. */
export type WebhookAnswer = { status: number; body: string };

/** Calls the addresses that organisations have registered. The only gateway whose target a user chooses. */
export type WebhookGateway = {
  /** Whether it may call this machine and its network: only in a sandbox. */
  reachesPrivate: boolean;
  /** The reason why an address cannot be called, for the user; null if it can. */
  refusalOf: (url: string) => Promise<string | null>;
  /** Throws DeliveryFailure if there was no response. */
  post: (call: WebhookCall) => Promise<WebhookAnswer>;
};
