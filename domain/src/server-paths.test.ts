import { serverPathPattern } from '@kerb/domain/server-paths.ts';
import { describe, expect, it } from 'vitest';

const isServerPath = (path: string) => new RegExp(serverPathPattern).test(path);

describe('the paths of the server', () => {
  it.each([
    '/v1/session',
    '/v2/agreements/7/payment-confirmation?page=2',
    '/v1/unknown',
    '/login',
    '/login/',
    '/login?back=%2Fagencies',
    '/login/code',
    '/login.css',
    '/accept-invitation?token=abc',
    '/oauth/token',
    '/pay/abc',
    '/card-frame/frame.js',
    '/loan/7/download-loan-agreement',
    '/reports/all-campaigns?format=csv',
    '/health',
    '/robots.txt',
    '/.well-known/security.txt',
    '/.well-known/oauth-authorization-server',
  ])('include %s', (path) => expect(isServerPath(path)).toBe(true));

  it.each([
    '/',
    '/payout',
    '/loginxcss',
    '/agencies/login',
    '/reports',
    '/sandbox/outbox',
    '/src/v1/main.tsx',
    '/v1.ts',
  ])('leave %s to the web', (path) => expect(isServerPath(path)).toBe(false));
});
