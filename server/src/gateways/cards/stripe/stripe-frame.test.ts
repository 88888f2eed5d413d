import { describe, expect, it } from 'vitest';
import { startStage } from '../../../../test/harness.ts';

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_secret',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
  STRIPE_WEBHOOK_SECRET: 'whsec_secret',
};

describe('the frame for Stripe’s fields', () => {
  it('is our page, only the product may frame it, and only it runs Stripe’s script', async () => {
    const { app, deps } = await startStage({ env: { PUBLIC_URL: 'https://kerb.example', ...stripe } });
    const { url, origin, provider, publishableKey } = deps.cards!.frame();
    expect({ url, origin, provider, publishableKey }).toEqual({
      url: 'https://kerb.example/card-frame',
      origin: 'https://kerb.example',
      provider: 'stripe',
      publishableKey: 'pk_test_public',
    });
    const { headers, body } = await app.inject('/card-frame?scheme=dark');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; " +
        'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; ' +
        "connect-src https://api.stripe.com; style-src 'self'; base-uri 'none'; form-action 'none'; " +
        'frame-ancestors https://kerb.example',
    );
    expect(headers['permissions-policy']).toBe('payment=(self "https://js.stripe.com")');
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(body).toContain('data-scheme="dark"');
    expect(body).toContain('pk_test_public');
    expect(body).not.toMatch(/sk_test|whsec/);
    const login = String((await app.inject('/v1/session')).headers['content-security-policy']);
    expect(login).toContain("frame-src 'self' blob: https://kerb.example;");
    expect(login).not.toContain('stripe');
    for (const path of ['/card-frame/frame.js', '/card-frame/frame.css']) {
      expect((await app.inject(path)).statusCode).toBe(200);
    }
  });

  it('can have its own origin', async () => {
    const env = { PUBLIC_URL: 'https://kerb.example', STRIPE_FRAME_URL: 'https://cards.kerb.example', ...stripe };
    const { app, deps } = await startStage({ env });
    expect(deps.cards!.frame()).toMatchObject({
      url: 'https://cards.kerb.example/card-frame',
      origin: 'https://cards.kerb.example',
    });
    expect((await app.inject('/card-frame')).headers['content-security-policy']).toContain(
      'frame-ancestors https://kerb.example',
    );
  });

  it('does not exist without Stripe', async () => {
    const { app } = await startStage();
    expect((await app.inject('/card-frame')).body).not.toContain('js.stripe.com');
  });
});
