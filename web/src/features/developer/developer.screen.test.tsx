import { currentQuestion } from '@kerb/web/design/confirm.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { agent, problemResponse, renderApp, signedIn, usePage } from '../../../test/harness.tsx';

const document = {
  paths: {
    '/v1/agreements/{id}': {
      get: {
        tags: ['Campaigns'],
        operationId: 'campaigns_get',
        summary: 'One campaign',
        description: 'Permission: `agreement.read`',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          404: { description: 'The record does not exist for you' },
          default: { description: 'What every address can answer' },
          200: {
            content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'integer' } } } } },
          },
        },
      },
      put: {
        tags: ['Campaigns'],
        summary: 'Change a campaign',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
              example: { name: '1 Sample Street' },
            },
          },
        },
        responses: { 200: {} },
      },
    },
  },
};

async function open(address = '/developer?view=reference') {
  const calls = await signedIn({
    'GET /v1/openapi.json': () => document,
    'GET /v1/agreements/5': () => Response.json({ id: 5 }, { headers: { etag: '"3"' } }),
    'PUT /v1/agreements/5': () => problemResponse(409, { displayText: 'Someone else was faster.' }),
  });
  const router = renderApp(address, agent);
  await screen.findByRole('heading', { name: 'Developer' });
  return { calls, router, user: userEvent.setup() };
}

beforeEach(() => usePage());

describe('the API reference', () => {
  it('shows the input and output of an endpoint, and calls it', async () => {
    const { calls, user } = await open();
    await user.click(await screen.findByRole('button', { name: /^GET/ }));
    expect(screen.getByText('Permission: agreement.read')).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'Answer' })).getByText('integer')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Try it out/ }));
    await user.type(screen.getByLabelText(/^id/), '5');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    const answer = await screen.findByRole('status', { name: 'What came back' });
    expect(answer.textContent).toContain('200');
    expect(answer.textContent).toContain('ETag "3"');
    expect(answer.textContent).toContain('"id": 5');
    expect(calls.at(-1)?.headers.get('authorization')).toMatch(/^Bearer /);
  });

  it('names every other status of an endpoint, but not what every address can answer', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: /^GET/ }));
    const others = within(screen.getByRole('list', { name: 'Other answers' })).getAllByRole('listitem');
    expect(others.map(({ textContent }) => textContent)).toEqual(['404 The record does not exist for you']);
  });

  it('offers to try an endpoint before its many fields', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: /^GET/ }));
    const [tryIt, fields] = [
      screen.getByRole('button', { name: /^Try it/ }),
      screen.getByRole('list', { name: 'Answer' }),
    ];
    expect(tryIt.compareDocumentPosition(fields)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('has an address for each endpoint', async () => {
    const { user, router } = await open();
    const reference = '/developer?view=reference';
    const endpoint = await screen.findByRole('button', { name: /^GET/ });
    await user.click(endpoint);
    await waitFor(() => expect(router.state.location.href).toBe(`${reference}&call=campaigns_get`));
    await user.click(endpoint);
    await waitFor(() => expect(router.state.location.href).toBe(reference));
  });

  it('shows the endpoint that the address names', async () => {
    await open('/developer?view=reference&call=campaigns_get');
    expect(await screen.findByRole('list', { name: 'Answer' })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^PUT/ }).getAttribute('aria-expanded')).toBe('false');
  });

  it('asks before a change, and shows a refusal as a normal response', async () => {
    const { calls, user } = await open();
    await user.click(await screen.findByRole('button', { name: /^PUT/ }));
    await user.click(screen.getByRole('button', { name: /^Try it out/ }));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Body' }).value).toBe(
      '{\n  "name": "1 Sample Street"\n}',
    );
    await user.type(screen.getByLabelText(/^id/), '5');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(currentQuestion.get()).not.toBeNull());
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
    currentQuestion.get()!.answer(true);
    expect((await screen.findByRole('status', { name: 'What came back' })).textContent).toContain(
      'Someone else was faster.',
    );
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ name: '1 Sample Street' });
  });

  it('finds an endpoint by words', async () => {
    const { user } = await open();
    await user.type(await screen.findByLabelText('Search endpoints'), 'nothing like it');
    expect(await screen.findByText('No endpoint matches.')).toBeTruthy();
  });
});

describe('the guides', () => {
  it('explain how to get a token', async () => {
    await open('/developer?view=authentication');
    expect(screen.getAllByText(/grant_type=client_credentials/)).toHaveLength(2);
  });

  it('explain what webhooks receive, and where to register them', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Webhooks' }));
    expect(await screen.findByText('campaign_status_change')).toBeTruthy();
    expect(screen.getByText(/webhook-signature: v1,/)).toBeTruthy();
  });
});
