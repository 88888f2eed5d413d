/** A call of the printed table. */
export type OperationRow = {
  method: string;
  path: string;
  /** The names in the path and in the query. */
  parameters: readonly string[];
  body: 'none' | 'json' | 'multipart';
  answer: 'none' | 'json' | 'file';
  /** Takes an Idempotency-Key, so it can be sent again. */
  hasKey: boolean;
};

export type CallOptions = {
  /** Of your own choosing, for a call that you may repeat yourself. Without one, each call has its own. */
  idempotencyKey?: string;
  /** The ETag that you read. If somebody has changed the record since, nothing is saved. */
  ifMatch?: string;
  signal?: AbortSignal;
};

export type Call = { parameters: Record<string, unknown>; body: unknown; options: CallOptions };

/** The arguments of a method are in this order, each only if the operation has it: parameters, body, options. */
export function callOf({ parameters, body }: OperationRow, given: readonly unknown[]): Call {
  const rest = [...given];
  return {
    parameters: parameters.length > 0 ? ((rest.shift() ?? {}) as Record<string, unknown>) : {},
    body: body === 'none' ? undefined : rest.shift(),
    options: (rest.shift() ?? {}) as CallOptions,
  };
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [String(value)]);

/** The address of a call. A name that is not in the path is in the query. */
export function addressOf(baseUrl: string, row: OperationRow, given: Record<string, unknown>): string {
  const unknown = Object.keys(given).filter((name) => !row.parameters.includes(name));
  if (unknown.length > 0) throw new TypeError(`${row.method} ${row.path} has no parameter ${unknown.join(', ')}`);
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (given[name] === undefined) throw new TypeError(`${row.method} ${row.path} needs ${name}`);
    return encodeURIComponent(String(given[name]));
  });
  const query = new URLSearchParams();
  for (const name of row.parameters.filter((each) => !row.path.includes(`{${each}}`)))
    if (given[name] !== undefined) for (const text of textsOf(given[name])) query.append(name, text);
  const asked = query.toString();
  return `${baseUrl.replace(/\/+$/, '')}${path}${asked && `?${asked}`}`;
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  // The file is last, so that the server knows what it is for when it arrives.
  const files = Object.entries(fields).toSorted(
    ([, a], [, b]) => Number(a instanceof Blob) - Number(b instanceof Blob),
  );
  for (const [name, value] of files) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined) form.append(name, String(value));
  }
  return form;
}

type Body = { body?: string | FormData; headers: Record<string, string> };

/** Made anew for each try, because a stream can be sent only once. */
export function bodyOf({ body: form }: OperationRow, body: unknown): Body {
  if (form === 'none') return { headers: {} };
  if (form === 'multipart') return { body: formOf(body as Record<string, unknown>), headers: {} };
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}
