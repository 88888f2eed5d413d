import { type Answers, notApplicable } from '../answer.ts';

const none = 'There is no WebRTC: no audio, video or TURN server.';

export const webrtc: Answers = {
  '17.1.1': notApplicable('TURN: reserved addresses', none),
  '17.2.1': notApplicable('Media: keys', none),
  '17.2.2': notApplicable('Media: cipher suites', none),
  '17.2.3': notApplicable('Media: authentication', none),
  '17.2.4': notApplicable('Media: malformed packets', none),
  '17.3.1': notApplicable('Signalling: floods', none),
  '17.3.2': notApplicable('Signalling: malformed messages', none),
};
