// A PostgreSQL server of its own, on loopback, in a temporary folder: for tests, which also kill it, and for CI.
//   node scripts/postgres.mjs start FOLDER   prints its URL; it runs until "stop FOLDER"
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join, resolve } from 'node:path';

/** The folder of the server's programs, or undefined where it is not installed. */
export function findPrograms() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((left, right) => right - left) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** The server refuses to run as root; there it runs as its own user, or as nobody. */
function unprivileged() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] =
      readFileSync('/etc/passwd', 'utf8')
        .split('\n')
        .map((line) => line.split(':'))
        .find(([user]) => user === name) ?? [];
    if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

function freePort() {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** Makes a new cluster in the folder and starts it. */
export async function createCluster(folder) {
  const programs = findPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  const user = unprivileged();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'engram', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...options, stdio: 'ignore' },
  );
  const port = await freePort();
  const url = `postgres://engram@127.0.0.1:${port}/postgres`;
  let child;

  const isReady = () =>
    new Promise((answer) => {
      const probe = spawn(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port), '-q'], {
        stdio: 'ignore',
      });
      probe.once('error', () => answer(false));
      probe.once('exit', (code) => answer(code === 0));
    });

  /** Waits for what a killed server leaves behind: its children end by themselves, and until then no other may start. */
  async function start() {
    const deadline = Date.now() + 30_000;
    while (Date.now() < deadline) {
      const server = spawn(
        join(programs, 'postgres'),
        ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder, '-c', 'max_connections=200'],
        { ...options, stdio: 'ignore', detached: true },
      );
      let ended = false;
      server.once('exit', () => {
        ended = true;
      });
      while (!ended && Date.now() < deadline) {
        if (await isReady()) {
          child = server;
          return;
        }
        await new Promise((resume) => setTimeout(resume, 50));
      }
      await new Promise((resume) => setTimeout(resume, 100));
    }
    throw new Error('PostgreSQL did not start.');
  }

  function end(signal) {
    const ending = child;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null)
      return Promise.resolve();
    return new Promise((ended) => {
      ending.once('exit', () => ended());
      ending.kill(signal);
    });
  }

  await start();
  return {
    url,
    pid: () => child.pid,
    start,
    /** As if the machine had taken it away. */
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
    /** Lets this process end while the server runs on. */
    release: () => child.unref(),
  };
}

const [, script, verb, folder] = process.argv;
if (script !== undefined && resolve(script) === import.meta.filename) {
  if (verb === 'start' && folder !== undefined) {
    const cluster = await createCluster(resolve(folder));
    cluster.release();
    console.log(cluster.url);
  } else if (verb === 'stop' && folder !== undefined) {
    const [pid] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGINT');
    while (existsSync(join(folder, 'data/postmaster.pid')))
      await new Promise((resume) => setTimeout(resume, 50));
    rmSync(folder, { recursive: true, force: true });
  } else {
    console.error('Usage: node scripts/postgres.mjs start|stop FOLDER');
    process.exitCode = 2;
  }
}
