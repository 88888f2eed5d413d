/** What a status means and what a caller does then, for all problems that have it. */
// biome-ignore format: a table
export const statusWords: Record<number, { meaning: string; todo: string }> = {
  400: { meaning: 'The request itself is wrong.', todo: 'Correct the fields or parameters that `validation` names, and send the request again. The same request is refused again.' },
  401: { meaning: 'We do not know who is asking.', todo: 'Get a new token, or sign in again, and repeat the request.' },
  402: { meaning: 'The card was not charged.', todo: 'Ask the payer for another card, or another way to pay. Do not repeat the request by yourself.' },
  403: { meaning: 'We know who is asking, and they may not do this.', todo: 'Ask a manager of the organisation for the right or the scope. The same request is refused until then.' },
  404: { meaning: 'The address leads to nothing that you may see.', todo: 'Check the id and the organisation of your token. If you keep a copy, read the list of changes again: the record may be gone.' },
  405: { meaning: 'The address takes other methods.', todo: 'Use one of the methods that the header `Allow` names.' },
  409: { meaning: 'The request is right, but the present state of the record does not allow it.', todo: 'Read the record again. Show `detail` to the person: it says what has to happen first. The same request is refused until the state changes.' },
  410: { meaning: 'It was here and is gone for good.', todo: 'Remove it from your copy.' },
  412: { meaning: 'The record is newer than your copy of it.', todo: 'Read the record again, show the person what has changed, and save with the new ETag. If the answer to your own save was lost, compare first: the change may be yours.' },
  413: { meaning: 'The request holds more than the service takes.', todo: 'Send less, or a smaller file.' },
  415: { meaning: 'The body is of a type that the address does not read.', todo: 'Send `Content-Type: application/json`, or a form with a file where the document says so.' },
  422: { meaning: 'The request contradicts an earlier one.', todo: 'Use a new Idempotency-Key for a new request.' },
  429: { meaning: 'There were too many requests.', todo: 'Wait for the seconds of `Retry-After`, then go on more slowly.' },
  500: { meaning: 'The fault is ours.', todo: 'Repeat the request later, with the same Idempotency-Key. If it happens again, send us `requestId`.' },
  502: { meaning: 'A provider behind us failed.', todo: 'Repeat the request later.' },
  503: { meaning: 'The service cannot do this now. Nothing was done.', todo: 'Wait for the seconds of `Retry-After` and repeat the request, with the same Idempotency-Key.' },
  507: { meaning: 'The service has no room left.', todo: 'Repeat the request later. We are told of it.' },
};
