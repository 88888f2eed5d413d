import { alarmMinutes, alarmRule, type Unusual } from '@kerb/domain/audit/security-alarms.ts';

type Facts = { brand: string; unusual: readonly [Unusual, ...Unusual[]]; url: string };

/** To all admins, once an hour for each kind of alarm. It names nobody: an inbox is no place for a log. */
export function securityAlarmMessage({ brand, unusual: [first, ...more], url }: Facts) {
  const { label, advice, counts } = alarmRule(first.alarm);
  const also = more.length === 0 ? [] : [`The same was seen of ${more.length} more.`];
  return {
    kind: 'security-alarm',
    subject: `${brand} security: ${label}`,
    body: [
      `${label}: ${first.count} ${counts} within ${alarmMinutes} minutes.`,
      ...also,
      advice,
      'Open Security Events to see them.',
      url,
      brand,
    ].join('\n\n'),
  };
}
