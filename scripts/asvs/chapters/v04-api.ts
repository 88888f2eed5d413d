import { type Answers, met, notApplicable, operator, tests } from '../answer.ts';

const headers = 'server/src/platform/http/headers.test.ts';
const noGraphQl = 'There is no GraphQL.';
const noWebSocket = 'There is no WebSocket.';

export const api: Answers = {
  '4.1.1': met(
    'Content-Type with its encoding',
    'Every response has the type of its content; text says charset=utf-8, JSON is UTF-8 by definition.',
    tests(headers, 'every response has every security header › %s'),
    tests('server/src/features/documents/upload-asset.test.ts', '%s is recognised by its content'),
  ),
  '4.1.2': operator(
    'From http to https',
    'Kerb redirects nothing. Let the proxy redirect pages at most, never /v1, /v2 and /oauth.',
    'docs/operations.md#host-names-and-tls',
  ),
  '4.1.3': met(
    'Headers of a proxy',
    'With TRUST_PROXY=on one hop of X-Forwarded-For counts, otherwise none. No other such header is read.',
    tests(
      'server/src/platform/http/untrusted-proxy.test.ts',
      'an address that a client wrote itself is never taken for the client’s own',
    ),
    tests('server/src/platform/http/request-id.test.ts', 'is replaced by a new one for %s'),
  ),
  '4.2.1': met(
    'Where a request ends',
    'Node’s strict parser refuses two lengths of one request. A proxy must do the same.',
    tests(headers, 'that sends no HTTP gets a problem response with every header'),
    'docs/operations.md#host-names-and-tls',
  ),
  '4.3.1': notApplicable('GraphQL: expensive queries', noGraphQl),
  '4.3.2': notApplicable('GraphQL: introspection', noGraphQl),
  '4.4.1': notApplicable('WebSocket: TLS', noWebSocket),
  '4.4.2': notApplicable('WebSocket: origin', noWebSocket),
  '4.4.3': notApplicable('WebSocket: tokens', noWebSocket),
  '4.4.4': notApplicable('WebSocket: hand-over of a session', noWebSocket),
};
