import { redact } from '@kerb/server/platform/log/redact.ts';
import { describe, expect, it } from 'vitest';

describe('text for the log', () => {
  // biome-ignore format: a table
  it.each<[string, string, string]>([
    ['an email address',           'no user ann.o\'hara+kerb@mail.example.com here',    'no user [email] here'],
    ['an email address, encoded',  'GET /users?q=ann%40example.com failed',             'GET /users?q=[email] failed'],
    ['an address in a mail reply', '550 5.1.1 <bob@example.co.nz> unknown',             '550 5.1.1 <[email]> unknown'],
    ['a mobile',                   'cannot text 0412 345 678 now',                      'cannot text [phone] now'],
    ['a mobile with its country',  'cannot text +61 412 345 678',                       'cannot text [phone]'],
    ['a mobile without spaces',    'cannot text +64211234567.',                         'cannot text [phone].'],
    ['a landline',                 'call (02) 9876 5432',                               'call ([phone]'],
    ['a card number',              'card 4242 4242 4242 4242 declined',                 'card [card] declined'],
    ['a card number, unbroken',    'card 4242424242424242 declined',                    'card [card] declined'],
    ['a date of birth',            'born 1961-04-30, refused',                          'born [date], refused'],
    ['a date of birth, as read',   'born 30/04/1961, refused',                          'born [date], refused'],
    ['a moment',                   'since 2026-04-30T10:00:00.000Z',                    'since [date]T10:00:00.000Z'],
    ['a BSB and an account',       'BSB 062-000 account 12345678',                      'BSB [digits] account [digits]'],
    ['a New Zealand account',      'account 12-3456-1234567-00',                        'account [card]'],
    ['a tax number',               'ABN 51 824 753 556',                                'ABN [digits]'],
    ['a bearer token',             'authorization: Bearer abc.def-ghi',                 'authorization: [token]'],
    ['a basic credential',         'authorization: Basic dXNlcjpwYXNz',                 'authorization: [token]'],
    ['a signed token',             'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI3In0.c2ln is late', '[token] is late'],
    ['a token of ours',            'link 3q2-7wXb9Tn_8kLm4PzR6vYc1Hd5Js0Ga gone',       'link [token] gone'],
    ['a hash',                     'key 9f86d081884c7d659a2feaa0c55ad015 unknown',      'key [token] unknown'],
    ['a key of Stripe',            'invalid key sk_live_abc123',                        'invalid key [token]'],
    ['credentials in an address',  'cannot reach smtp://kerb:s3cret@mail.example:587',  'cannot reach smtp://[credentials]@mail.example:587'],
    ['a query string',             'fetch of https://api.example/v1?name=Ann+Lee',      'fetch of https://api.example/v1[query]'],
    ['a value that SQL refuses',   'invalid input syntax for type date: "Ann Lee"',     'invalid input syntax for type date: "[quoted]"'],
    ['a value that JSON refuses',  'Unexpected token \'A\', "Ann Lee" is not JSON',     'Unexpected token \'A\', "[quoted]" is not JSON'],
  ])('loses %s', (_what, text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  // biome-ignore format: a table
  it.each([
    ['plain words',        'The card gateway did not answer.'],
    ['an id of ours',      'payment 0b9c3f52-1a2b-4c3d-8e4f-123456789012 is pending'],
    ['a constraint',       'violates unique constraint "users_email_address_key"'],
    ['a host and a port',  'connect ECONNREFUSED 127.0.0.1:5432'],
    ['a small number',     'the gateway answered 503 after 15000 ms'],
    ['a path',             "ENOENT: no such file or directory, open '/data/au/sandbox-key'"],
    ['a module',           "Cannot find module '@kerb/server/platform/log/log.ts'"],
  ])('keeps %s', (_what, text) => {
    expect(redact(text)).toBe(text);
  });
});
