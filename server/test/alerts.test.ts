import { readFileSync } from 'node:fs';
import { measureCertificate } from '@kerb/server/platform/metrics/measured-certificate.ts';
import { measureState } from '@kerb/server/platform/metrics/measured-state.ts';
import { newMetrics } from '@kerb/server/platform/metrics/metrics.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from './test-database.ts';

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const rules = textOf('docs/alerts/kerb.rules.yml');
const dashboard = textOf('docs/alerts/kerb-dashboard.json');

const database = await openTestDatabase();
afterAll(() => database.close());
const metrics = newMetrics();
measureState(metrics, database);
measureCertificate(metrics, { documentCertificate: null });
metrics.collectProcess();
const known = new Set(
  metrics.registry
    .getMetricsAsArray()
    .flatMap(({ name }) => [name, `${name}_count`, `${name}_sum`, `${name}_bucket`] as string[]),
);

/** The names of metrics in a text. */
const namesIn = (text: string) => [...new Set(text.match(/\b(?:kerb|process|nodejs)_[a-z0-9_]+/g) ?? [])];

describe('the examples for Prometheus and Grafana', () => {
  it.each([
    ['rules', rules],
    ['dashboard', dashboard],
  ])('name only metrics that exist: %s', (_what, text) => {
    expect(namesIn(text).length).toBeGreaterThan(8);
    expect(namesIn(text).filter((name) => !known.has(name))).toEqual([]);
  });

  it('name labels of queues, outcomes and jobs that exist', () => {
    expect(rules).toContain('queue="urgent messages"');
    expect(rules).toContain('job="reconcile-payments"');
  });

  it('have a panel for each expression, and valid JSON', () => {
    const { panels } = JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] };
    expect(panels.every(({ targets }) => targets.every(({ expr }) => expr.length > 0))).toBe(true);
  });

  it('are explained in the handbook, each alert once', () => {
    const alerts = [...rules.matchAll(/alert: (\w+)/g)].map((match) => match[1] ?? '');
    const handbook = textOf('docs/operations.md');
    expect(alerts.length).toBeGreaterThan(10);
    expect(alerts.filter((alert) => handbook.split(`| \`${alert}\` |`).length !== 2)).toEqual([]);
  });
});
