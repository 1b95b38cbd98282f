import { existsSync, statSync } from 'node:fs';
import type { LoadedSettings } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { toEngramError } from '../errors.ts';
import type { StoreHealth } from '../ports/store.ts';
import { shownUrl } from '../text/shown-url.ts';
import type { Diagnosis } from './outputs.ts';

type DiagnosedCheck = Diagnosis['checks'][number];

/** What the examination may use. It reports failures instead of throwing them. */
export interface Examined {
  readonly nodeVersion: string;
  readonly engramVersion: string;
  loadSettings(): Promise<LoadedSettings>;
  openStore(): Promise<{ health(): Promise<StoreHealth> }>;
}

const minimumNode = [20, 19] as const;

/** Examines the surroundings, the configuration and the store, each as far as it can be reached. */
export async function diagnose(examined: Examined): Promise<Diagnosis> {
  const checks: DiagnosedCheck[] = [
    checkNode(examined.nodeVersion),
    ok('engram', `version ${examined.engramVersion}`),
  ];
  try {
    const { settings, origins } = await examined.loadSettings();
    checks.push(ok('configuration', `database ${shownUrl(settings.db)} (from ${origins['db']})`));
    checks.push(checkEmbedder(settings.embedder));
    checks.push(...(await checkStore(examined)));
  } catch (error) {
    checks.push(failed(error));
  }
  return { healthy: checks.every((check) => check.state !== 'problem'), checks };
}

function ok(name: string, found: string): DiagnosedCheck {
  return { name, state: 'ok', found, fix: null };
}

function failed(error: unknown): DiagnosedCheck {
  const { code, message } = toEngramError(error);
  const [found = message, ...advice] = message.split(/(?<=\.)\s+(?=[A-Z])/);
  return {
    name: code.startsWith('config') ? 'configuration' : 'store',
    state: 'problem',
    found,
    fix: advice.length > 0 ? advice.join(' ') : 'See the message; nothing was changed.',
  };
}

function checkNode(version: string): DiagnosedCheck {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const recent = major > minimumNode[0] || (major === minimumNode[0] && minor >= minimumNode[1]);
  if (recent) return ok('node', version);
  return {
    name: 'node',
    state: 'problem',
    found: version,
    fix: `Use Node ${minimumNode.join('.')} or newer.`,
  };
}

/** Nothing is asked of a service: looking must not cost anything. */
function checkEmbedder({ provider, model, url }: Settings['embedder']): DiagnosedCheck {
  switch (provider) {
    case 'static':
      return ok('embedder', 'static: a table of words, on this machine');
    case 'none':
      return ok('embedder', 'none: search goes by words alone');
    case 'use-lite':
      return ok('embedder', 'use-lite, on this machine, from packages of its own (not tried)');
    case 'openai':
      return ok(
        'embedder',
        `${model} at ${shownUrl(url ?? '')}; memories and queries are sent there (not tried)`,
      );
  }
}

async function checkStore(examined: Examined): Promise<DiagnosedCheck[]> {
  const store = await examined.openStore();
  const health = await store.health();
  if (health.location !== null && health.formatVersion === 0)
    return [ok('store', `${health.backend}, ${health.location}: not there yet, the first record creates it`)];
  const size = `${((health.sizeBytes ?? 0) / 1_048_576).toFixed(1)} MB`;
  const place =
    health.location === null ? 'keeps nothing beyond this process' : `${health.location}, ${size}`;
  const checks = [ok('store', `${health.backend}, format ${health.formatVersion}, ${place}`)];
  for (const problem of health.problems) {
    checks.push({
      name: 'integrity',
      state: 'problem',
      found: problem,
      fix: 'Restore the database from a copy.',
    });
  }
  if (health.problems.length === 0 && health.location !== null)
    checks.push(ok('integrity', 'no damage found'));
  // A server looks after the permissions of its files itself.
  if (health.location !== null && existsSync(health.location)) checks.push(checkPermissions(health.location));
  return checks;
}

/** What agents did is private: others on the machine should not be able to read it. */
function checkPermissions(path: string): DiagnosedCheck {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  const octal = (mode & 0o777).toString(8).padStart(3, '0');
  if (process.platform === 'win32' || (mode & 0o077) === 0) return ok('permissions', `mode ${octal}`);
  return {
    name: 'permissions',
    state: 'warning',
    found: `mode ${octal}: other users of this machine can read the memories`,
    fix: `chmod 600 ${path}`,
  };
}
