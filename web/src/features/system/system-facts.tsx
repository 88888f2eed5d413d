import { providerLabels } from '@kerb/domain/system/jobs.ts';
import type { SystemStatus } from '@kerb/domain/system/system.contract.ts';
import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/system/system.module.css';

type Provider = SystemStatus['providers'][number];

const providerLooks: Record<Provider['state'], { label: string; tone: Tone }> = {
  configured: { label: 'Configured', tone: 'success' },
  sandbox: { label: 'Sandbox', tone: 'neutral' },
  absent: { label: 'Absent', tone: 'attention' },
  warning: { label: 'Warning', tone: 'attention' },
  error: { label: 'Error', tone: 'danger' },
};

const replicaWords: Record<NonNullable<SystemStatus['replica']>, string> = {
  serving: 'Answers reads',
  away: 'Away or behind: the primary answers its reads',
};

const units = ['B', 'KB', 'MB', 'GB', 'TB'];
function size(bytes: number): string {
  const step = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${(bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
}

function age(seconds: number | null): string {
  if (seconds === null) return 'nothing waits';
  if (seconds < 90) return `oldest ${Math.round(seconds)} s`;
  return seconds < 5400 ? `oldest ${Math.round(seconds / 60)} min` : `oldest ${Math.round(seconds / 3600)} h`;
}

function Servers({ servers }: Pick<SystemStatus, 'servers'>) {
  return (
    <Surface title="Servers">
      <ul className={classes.list} aria-label="Servers">
        {servers.map(({ name, version, startedDate, lastSeenDate, isRunning }) => (
          <li key={name}>
            <div className={classes.what}>
              <div className={classes.head}>
                <strong>{name}</strong>
                <ToneBadge tone={isRunning ? 'success' : 'danger'}>{isRunning ? 'Running' : 'Not seen'}</ToneBadge>
              </div>
              <span className={classes.note}>
                Version {version}, started <DateText value={startedDate} style="time" />, last seen{' '}
                <DateText value={lastSeenDate} style="time" />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Surface>
  );
}

type Calls = Pick<Provider, 'lastSuccessDate' | 'lastFailureDate' | 'failure'>;

function LastCalls({ lastSuccessDate, lastFailureDate, failure }: Calls) {
  if (!lastSuccessDate && !lastFailureDate) return <span className={classes.note}>Not called yet</span>;
  return (
    <span className={classes.note}>
      {lastSuccessDate && (
        <>
          Last success <DateText value={lastSuccessDate} style="time" />
        </>
      )}
      {lastSuccessDate && lastFailureDate && ', '}
      {lastFailureDate && (
        <>
          {lastSuccessDate ? 'last failure' : 'Last failure'} <DateText value={lastFailureDate} style="time" />
          {failure && `: ${failure}`}
        </>
      )}
    </span>
  );
}

function Providers({ providers }: Pick<SystemStatus, 'providers'>) {
  return (
    <Surface title="Providers">
      <ul className={classes.list} aria-label="Providers">
        {providers.map(({ name, state, meaning, lastSuccessDate, lastFailureDate, failure }) => (
          <li key={name}>
            <div className={classes.what}>
              <div className={classes.head}>
                <strong>{providerLabels[name]}</strong>
                <ToneBadge tone={providerLooks[state].tone}>{providerLooks[state].label}</ToneBadge>
              </div>
              <span className={classes.note}>{meaning}</span>
              <LastCalls lastSuccessDate={lastSuccessDate} lastFailureDate={lastFailureDate} failure={failure} />
            </div>
          </li>
        ))}
      </ul>
    </Surface>
  );
}

function Keys({ keys }: Pick<SystemStatus, 'keys'>) {
  return (
    <Surface title="Keys">
      <ul className={classes.list} aria-label="Keys">
        {keys.map(({ name, since, until, meaning }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: keys of one name keep their order
          <li key={place}>
            <div className={classes.what}>
              <strong>{name}</strong>
              <span className={classes.note}>
                {meaning}
                {since && (
                  <>
                    {' '}
                    Since <DateText value={since} style="short" />
                  </>
                )}
                {until && (
                  <>
                    , expires <DateText value={until} style="short" />
                  </>
                )}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Surface>
  );
}

/** Servers, providers, queues, storage, migrations and keys. */
export function SystemFacts({ status }: { status: SystemStatus }) {
  const { version, mode, country, servers, providers, queues, storage, replica, migrations, keys } = status;
  return (
    <div className={classes.columns}>
      <Surface title="Deployment">
        <Facts
          rows={[
            ['Version', version],
            ['Mode', mode === 'sandbox' ? 'Sandbox' : 'Production'],
            ['Country', country],
            ['Newest migration', migrations.newest],
            ['Applied', <DateText key="applied" value={migrations.appliedDate} style="time" />],
            ['Migrations', String(migrations.count)],
            ...(replica === null ? [] : [['Read replica', replicaWords[replica]] as const]),
          ]}
        />
      </Surface>
      <Servers servers={servers} />
      <Providers providers={providers} />
      <Surface title="Queues">
        <Facts rows={queues.map(({ name, waiting, oldestSeconds }) => [name, `${waiting}, ${age(oldestSeconds)}`])} />
      </Surface>
      <Surface title="Storage">
        <Facts
          rows={[
            ['Files', `${storage.files}, ${size(storage.fileBytes)}`],
            ['Database', size(storage.databaseBytes)],
            ...(storage.freeBytes === null ? [] : [['Free in the data folder', size(storage.freeBytes)] as const]),
          ]}
        />
      </Surface>
      <Keys keys={keys} />
    </div>
  );
}
