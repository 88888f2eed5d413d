import type { Answers } from './answer.ts';
import { encoding } from './chapters/v01-encoding.ts';
import { businessLogic } from './chapters/v02-business-logic.ts';
import { web } from './chapters/v03-web.ts';
import { api } from './chapters/v04-api.ts';
import { files } from './chapters/v05-files.ts';
import { factors } from './chapters/v06-factors.ts';
import { passwords } from './chapters/v06-passwords.ts';
import { sessions } from './chapters/v07-sessions.ts';
import { authorisation } from './chapters/v08-authorisation.ts';
import { tokenAnswers } from './chapters/v09-tokens.ts';
import { oauth } from './chapters/v10-oauth.ts';
import { cryptography } from './chapters/v11-cryptography.ts';
import { communication } from './chapters/v12-communication.ts';
import { configuration } from './chapters/v13-configuration.ts';
import { data } from './chapters/v14-data.ts';
import { architecture } from './chapters/v15-architecture.ts';
import { logs } from './chapters/v16-logs.ts';
import { webrtc } from './chapters/v17-webrtc.ts';

export type Chapter = { title: string; answers: Answers };

/** The answers by chapter of the standard, in its order. */
export const chapters: readonly Chapter[] = [
  { title: 'V1 Encoding and sanitisation', answers: encoding },
  { title: 'V2 Validation and business logic', answers: businessLogic },
  { title: 'V3 Web front end', answers: web },
  { title: 'V4 API', answers: api },
  { title: 'V5 Files', answers: files },
  { title: 'V6 Authentication', answers: { ...passwords, ...factors } },
  { title: 'V7 Sessions', answers: sessions },
  { title: 'V8 Authorisation', answers: authorisation },
  { title: 'V9 Self-contained tokens', answers: tokenAnswers },
  { title: 'V10 OAuth and OpenID Connect', answers: oauth },
  { title: 'V11 Cryptography', answers: cryptography },
  { title: 'V12 Communication', answers: communication },
  { title: 'V13 Configuration', answers: configuration },
  { title: 'V14 Data', answers: data },
  { title: 'V15 Architecture', answers: architecture },
  { title: 'V16 Logs and errors', answers: logs },
  { title: 'V17 WebRTC', answers: webrtc },
];
