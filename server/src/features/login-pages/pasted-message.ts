import { normaliseMobile } from '@kerb/domain/kernel/phone.ts';

/** What a person has pasted of a message that they doubt. */
export type Pasted = {
  links: URL[];
  emails: string[];
  phones: { written: string; number: string }[];
};

const links = /https?:\/\/[^\s<>"']+/gi;
const emails = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*/g;
/** An address without its scheme, as text messages write it: a host with a dot, or this machine. */
const bareLinks = /(?<![\w./-])(?:(?:[\p{L}\d-]+\.)+\p{L}{2,}|localhost(?=[:/]))(?::\d+)?(?:[/?#][^\s<>"']*)?/gu;
const phones = /\+?\(?\d[\d\s().-]{5,}\d/g;
const day = /^\d{4}-\d\d-\d\d/;
/** Punctuation that ends the sentence and is not part of the address. */
const closing = /[.,;:!?)\]]+$/;
const digitsOf = (text: string): string => text.replace(/\D/g, '');
const isPhoneLong = (text: string): boolean => digitsOf(text).length >= 8 && digitsOf(text).length <= 15;

const mostOfEach = 10;

/** Takes what matches out of the text, so that no part of it is read twice. */
function taken(text: string, pattern: RegExp): { found: string[]; rest: string } {
  const found = [...new Set([...text.matchAll(pattern)].map(([match]) => match.replace(closing, '')))];
  return { found: found.slice(0, mostOfEach), rest: text.replace(pattern, ' \n ') };
}

const urlsOf = (texts: readonly string[]): URL[] =>
  texts.flatMap((text) => (URL.canParse(text) ? [new URL(text)] : []));

/** The links, e-mail addresses and phone numbers in a text, among any other words. */
export function pastedIn(text: string, country: { dialCode: `+${number}` }): Pasted {
  // Invisible characters, which programs add when a message is copied, would divide an address.
  const visible = text.normalize('NFC').replace(/\p{Cf}/gu, '');
  const whole = taken(visible, links);
  const mail = taken(whole.rest, emails);
  const bare = taken(mail.rest, bareLinks);
  const numbers = taken(bare.rest, phones).found.filter((each) => isPhoneLong(each) && !day.test(each));
  return {
    links: urlsOf([...whole.found, ...bare.found.map((each) => `https://${each}`)]),
    emails: mail.found.map((each) => each.toLowerCase()),
    phones: numbers.map((written) => ({ written: written.trim(), number: normaliseMobile(written, country) })),
  };
}

const hostOf = ({ hostname }: URL): string => hostname.toLowerCase().replace(/\.$/, '');
const isUsualPort = ({ port }: URL): boolean => port === '' || port === '80' || port === '443';

/** Whether a link leads to this site: the same host, not one that only begins or ends like it. */
export function leadsTo(link: URL, site: string): boolean {
  const own = new URL(site);
  return hostOf(link) === hostOf(own) && (link.port === own.port || (isUsualPort(link) && isUsualPort(own)));
}

/** `ended`: ours, but it does not work any more. `unknown`: not ours, but an agent may write from it. */
export type Verdict = 'ours' | 'ended' | 'notOurs' | 'unknown';
export type Finding = { what: 'link' | 'email' | 'phone'; shown: string; verdict: Verdict; words: string };

/** One foreign link is enough to be careful. A number or address that we do not know may be the agent's own. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  const verdicts = new Set(findings.map(({ verdict }) => verdict));
  if (verdicts.has('notOurs')) return 'notOurs';
  if (verdicts.has('ended')) return 'ended';
  return verdicts.has('ours') ? 'ours' : 'unknown';
}
