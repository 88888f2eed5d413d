/**
 * The samples of the developer page. `sdk/test/samples.test.ts` runs these texts against a server, so they are written
 * once. They need curl, Node's own fetch, and Python with `requests`, which most programs in Python have already.
 */

export type Language = 'curl' | 'javascript' | 'python';
export const languageLabels: Record<Language, string> = { curl: 'curl', javascript: 'JavaScript', python: 'Python' };
export const languages = Object.keys(languageLabels) as Language[];

const curl = (address: string) => `KERB=${address}

TOKEN=$(curl -sf "$KERB/oauth/token" -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials |
  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

# The organisation that the program acts for
TENANT=$(curl -sf "$KERB/v1/tenants" -H "Authorization: Bearer $TOKEN" | grep -o '/v1/tenants/[0-9]*' | head -n 1)

# The same key and body again give the same answer, and no second campaign
curl -sf "$KERB/v1/agreements" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Idempotency-Key: curl-listing-77" \\
  -H "Content-Type: application/json" \\
  -d '{
    "tenant": { "href": "'"$TENANT"'" },
    "externalRef": "curl-listing-77",
    "campaignBudget": 4200.50,
    "campaignPlannedStartDate": "2027-02-01",
    "campaignBudgetFundsPurpose": "marketing",
    "vendors": [{ "firstName": "Pat", "surname": "Payer", "emailAddress": "pat@example.com" }]
  }'

# What has changed since a moment. Go on with cursor=nextCursor while hasMore is true
curl -sf "$KERB/v1/agreements?updatedSince=2026-01-01T00:00:00.000Z" -H "Authorization: Bearer $TOKEN"
`;

const javascript = (address: string) => `// quick-start.mjs, for Node 20 or newer
const kerb = '${address}';
const { CLIENT_ID, CLIENT_SECRET } = process.env;

async function call(method, path, { headers, body }) {
  const response = await fetch(kerb + path, { method, headers, body });
  const answer = await response.json();
  if (response.ok) return answer;
  throw new Error(\`\${response.status} \${answer.detail} (\${response.headers.get('x-request-id')})\`);
}

const basic = Buffer.from(\`\${CLIENT_ID}:\${CLIENT_SECRET}\`).toString('base64');
const token = await call('POST', '/oauth/token', {
  headers: { authorization: \`Basic \${basic}\` },
  body: new URLSearchParams({ grant_type: 'client_credentials' }),
});
const headers = { authorization: \`Bearer \${token.access_token}\` };

// The organisation that the program acts for
const { items: organisations } = await call('GET', '/v1/tenants', { headers });

// The same key and body again give the same answer, and no second campaign
const campaign = await call('POST', '/v1/agreements', {
  headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'js-listing-77' },
  body: JSON.stringify({
    tenant: { href: organisations[0].href },
    externalRef: 'js-listing-77',
    campaignBudget: 4200.5,
    campaignPlannedStartDate: '2027-02-01',
    campaignBudgetFundsPurpose: 'marketing',
    vendors: [{ firstName: 'Pat', surname: 'Payer', emailAddress: 'pat@example.com' }],
  }),
});
console.log('Created', campaign.href);

// What has changed since a moment. Keep the last cursor for the next time
let query = 'updatedSince=2026-01-01T00:00:00.000Z';
for (let hasMore = true; hasMore; ) {
  const page = await call('GET', \`/v1/agreements?\${query}\`, { headers });
  for (const { id, name } of page.items) console.log(id, name);
  query = \`cursor=\${page.nextCursor}\`;
  hasMore = page.hasMore;
}
`;

const python = (address: string) => `# quick_start.py, for Python 3.9 or newer with requests (pip install requests)
import os

import requests

KERB = '${address}'


def call(session, method, path, **options):
    response = session.request(method, KERB + path, timeout=30, **options)
    answer = response.json()
    if response.ok:
        return answer
    raise SystemExit(f"{response.status_code} {answer.get('detail')} ({response.headers['x-request-id']})")


with requests.Session() as kerb:
    token = call(
        kerb,
        'POST',
        '/oauth/token',
        auth=(os.environ['CLIENT_ID'], os.environ['CLIENT_SECRET']),
        data={'grant_type': 'client_credentials'},
    )
    kerb.headers['Authorization'] = f"Bearer {token['access_token']}"

    # The organisation that the program acts for
    organisations = call(kerb, 'GET', '/v1/tenants')['items']

    # The same key and body again give the same answer, and no second campaign
    campaign = call(
        kerb,
        'POST',
        '/v1/agreements',
        headers={'Idempotency-Key': 'python-listing-77'},
        json={
            'tenant': {'href': organisations[0]['href']},
            'externalRef': 'python-listing-77',
            'campaignBudget': 4200.5,
            'campaignPlannedStartDate': '2027-02-01',
            'campaignBudgetFundsPurpose': 'marketing',
            'vendors': [{'firstName': 'Pat', 'surname': 'Payer', 'emailAddress': 'pat@example.com'}],
        },
    )
    print('Created', campaign['href'])

    # What has changed since a moment. Keep the last cursor for the next time
    query = {'updatedSince': '2026-01-01T00:00:00.000Z'}
    while True:
        page = call(kerb, 'GET', '/v1/agreements', params=query)
        for item in page['items']:
            print(item['id'], item['name'])
        query = {'cursor': page['nextCursor']}
        if not page['hasMore']:
            break
`;

/** From a credential to a campaign and the list of changes, with CLIENT_ID and CLIENT_SECRET in the environment. */
export const quickStart = (address: string): Record<Language, string> => ({
  curl: curl(address),
  javascript: javascript(address),
  python: python(address),
});

const verifyInJavascript = `import { createHmac, timingSafeEqual } from 'node:crypto';

// body: the bytes that came, before anything has parsed them
export function isGenuine(secret, headers, body) {
  const id = headers['webhook-id'];
  const seconds = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(seconds)) > 300) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const own = createHmac('sha256', key).update(\`\${id}.\${seconds}.\${body}\`).digest();
  return headers['webhook-signature'].split(' ').some((each) => {
    const theirs = Buffer.from(each.replace('v1,', ''), 'base64');
    return theirs.length === own.length && timingSafeEqual(theirs, own);
  });
}
`;

const verifyInPython = `import base64
import hashlib
import hmac
import time


# body: the bytes that came, before anything has parsed them
def is_genuine(secret, headers, body):
    seconds = headers['webhook-timestamp']
    if abs(time.time() - int(seconds)) > 300:
        return False
    key = base64.b64decode(secret.replace('whsec_', ''))
    signed = f"{headers['webhook-id']}.{seconds}.".encode() + body
    own = 'v1,' + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(own, each) for each in headers['webhook-signature'].split(' '))
`;

export const verifyWebhook: Record<Exclude<Language, 'curl'>, string> = {
  javascript: verifyInJavascript,
  python: verifyInPython,
};
