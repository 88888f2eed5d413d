import { buildApp } from '@kerb/server/app.ts';
import { loadDemoData } from '@kerb/server/demo/load-demo-data.ts';
import { demoSignIns } from '@kerb/server/demo/people.ts';
import { noteKeys } from '@kerb/server/features/system/keys.ts';
import { removeServer } from '@kerb/server/features/system/system.jobs.ts';
import { openCardSandbox } from '@kerb/server/gateways/cards/sandbox/open-sandbox.ts';
import { allJobs } from '@kerb/server/jobs.ts';
import { checkBucket } from '@kerb/server/live-providers.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { makeFolder } from '@kerb/server/platform/config/make-folder.ts';
import { type Config, readConfig } from '@kerb/server/platform/config.ts';
import { databaseFacts } from '@kerb/server/platform/database/assert-usable.ts';
import type { OpenDatabase } from '@kerb/server/platform/database/database.ts';
import { claimOf } from '@kerb/server/platform/deployment.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { drain } from '@kerb/server/platform/http/drain.ts';
import { holdPort } from '@kerb/server/platform/http/hold-port.ts';
import { loadLimit, watchLoop } from '@kerb/server/platform/limits/load-limit.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';
import { measureCertificate } from '@kerb/server/platform/metrics/measured-certificate.ts';
import { measureState } from '@kerb/server/platform/metrics/measured-state.ts';
import { serveMetrics } from '@kerb/server/platform/metrics/serve-metrics.ts';
import { startDrawing } from '@kerb/server/platform/pdf/draw-pdf.ts';
import { StoreFailure } from '@kerb/server/platform/ports/file-store.ts';
import { reportOf } from '@kerb/server/platform/report.ts';
import { claimFolder, claimStore } from '@kerb/server/platform/store-marker.ts';
import { openDeps, stopWith } from '@kerb/server/start-up.ts';

/** Logs what an administrator should know about this start. `npm run doctor` prints the whole report. */
async function logReport({ config, log }: Deps, database: OpenDatabase) {
  const facts = { database: await databaseFacts(database), today: realNow().slice(0, 10) };
  const rows = [...reportOf(config, facts), ...(await checkBucket(config))];
  log.info({ report: Object.fromEntries(rows.map(({ area, state }) => [area, state])) }, 'deployment');
  for (const { area, state, meaning } of rows) {
    if (!['configured', 'sandbox'].includes(state)) log.warn({ area, state }, meaning);
  }
}

/**
 * Goes on if the store of files does not answer, because it may answer later. Stops if the store belongs to another
 * deployment.
 */
async function claimFiles({ config, db, secrets, fileStore, log }: Deps) {
  const claim = config.bucket ? claimStore : claimFolder;
  await claim(fileStore, db, claimOf(config, secrets)).catch((error) => {
    if (!(error instanceof StoreFailure)) throw error;
    log.error({ err: error }, 'the store of files could not be asked to whom it belongs');
  });
}

function announce(config: Config) {
  const lines = [`${config.country.brand} (${config.country.name}) is at ${config.publicUrl}`];
  if (!config.publicUrl.endsWith(`:${config.port}`)) lines.push(`listening on ${config.host}, port ${config.port}`);
  if (config.demoData)
    lines.push('', 'Demo sign-ins, one click each on the login page:', ...demoSignIns(config.country));
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

/** For Prometheus, if it is configured. Returns how to stop it. */
async function openMetrics({ config, metrics, log }: Deps, database: OpenDatabase): Promise<() => Promise<void>> {
  if (!config.metrics) return async () => {};
  metrics.collectProcess();
  measureState(metrics, database);
  measureCertificate(metrics, config);
  return serveMetrics(metrics, config.metrics, log);
}

/** How long running requests and jobs may take to finish. */
const longestStopMs = 15_000;

/** Lets the load balancer know, stops accepting requests, lets running ones finish, then closes all connections. */
function stopOnSignal({ log, config }: Deps, stop: () => Promise<void>) {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), config.drainSeconds * 1_000 + longestStopMs).unref();
    stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'the server could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}

/** The threads take a second of the processor to start. At first the requests that waited for this server need it. */
const drawingAfterMs = 10_000;

/** A document is drawn a second faster if a thread is warm. One that is asked for earlier starts a thread. */
function warmDrawingLater(deps: Deps) {
  const warm = () =>
    startDrawing(deps).catch((error) =>
      deps.log.error({ err: error }, 'the threads that draw documents did not start'),
    );
  setTimeout(warm, drawingAfterMs).unref();
}

/** An uncaught error leaves the process in an unknown state: exit, and let it be restarted. */
function stopOnBug(log: Log) {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an uncaught error');
    process.exit(1);
  });
}

async function start() {
  const config = readConfig(process.env);
  makeFolder(config.dataDir);
  // Demo data take a minute to make: no other program may take the port meanwhile. Without them the port is free again
  // at once, because a proxy does not repeat a POST that was sent to a server which is still starting.
  const releasePort = await holdPort(config);
  if (!config.demoData) await releasePort();
  const { deps, database, jobs, close } = await openDeps(config);
  stopOnBug(deps.log);
  await logReport(deps, database);
  await noteKeys(deps);
  await claimFiles(deps);
  const cardSandbox = config.sandbox && deps.cards === null ? await openCardSandbox(deps) : null;
  deps.cards ??= cardSandbox && deps.providers.watch('cards', cardSandbox.gateway);
  if (config.demoData) await loadDemoData(deps);
  if (config.sandbox) await deps.clock.load(deps.db);
  deps.load = loadLimit();
  watchLoop(deps.load);
  const app = await buildApp(deps);
  // Before the server listens, so that a signal during start-up stops it too.
  const stopMetrics = await openMetrics(deps, database);
  stopOnSignal(deps, async () => {
    await drain(app, config.drainSeconds);
    await app.close();
    await stopMetrics();
    await cardSandbox?.close();
    await jobs.stop();
    await removeServer(deps);
    await deps.providers.flush();
    await close();
  });
  if (config.demoData) await releasePort();
  await app.listen({ port: config.port, host: config.host });
  await jobs.start(deps, allJobs);
  warmDrawingLater(deps);
  announce(config);
}

/** Resolves when the server listens and its jobs run. */
export const serve = (): Promise<void> => start().catch(stopWith);
