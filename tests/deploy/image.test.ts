// No program that builds images is available, so this runs the lines of deploy/Containerfile in root directories.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyVersion, makeBareRoot, npmSettings, whyNoMachine } from '#tests/support/bare-machine.ts';

const run = promisify(execFile);
const MINUTES = 60_000;
const missing = await whyNoMachine(['chroot']);
if (missing) console.log(`The container image isn’t tried: ${missing}`);

let home: string;
const at = (path: string) => join(home, path);

type Image = { root: string; directory: string; user: string; env: Record<string, string>; volume: string };

const ENTER = String.raw`set -eu
mount --bind "$ROOT" "$ROOT"
mount --rbind /dev "$ROOT/dev"
mount -t proc proc "$ROOT/proc"
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"
if [ -n "$VOLUME" ]; then
  ip link set lo up
  mount --bind "$ROOT$VOLUME" "$ROOT$VOLUME"
  mount -o remount,bind,ro "$ROOT"
fi
exec chroot "$ROOT" env -i "$@"`;

async function inside(image: Image, command: string, { isRun = false, env = {} } = {}): Promise<string> {
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', ...(isRun ? ['--net'] : [])];
  const variables = { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...image.env, ...env };
  const asUser = [`--reuid=${image.user}`, `--regid=${image.user}`, '--init-groups'];
  const { stdout } = await run(
    'unshare',
    [...namespaces, 'sh', '-c', ENTER, 'sh'].concat(
      Object.entries(variables).map(([name, value]) => `${name}=${value}`),
      isRun ? ['setpriv', ...asUser, '--no-new-privs', '--bounding-set=-all'] : [],
      ['sh', '-c', `cd ${image.directory} && ${command}`],
    ),
    { env: { PATH: process.env.PATH, ROOT: image.root, VOLUME: isRun ? image.volume : '' }, maxBuffer: 256e6 },
  );
  return stdout;
}

const linesOf = (text: string) =>
  text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter(Boolean)
    .map((line) => /^(\w+) +(.*)$/.exec(line)!.slice(1) as [word: string, rest: string]);
const asLine = (json: string) =>
  (JSON.parse(json) as string[]).map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');

describe.skipIf(missing)('the container image', () => {
  const text = readFile('deploy/Containerfile', 'utf8');
  let env: Record<string, string>;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'bisvar-image-'));
    await makeBareRoot(at('base'), /node:\d+-(\w+)-slim/.exec(await text)![1]);
    const base: Image = { root: at('base'), directory: '/', user: 'root', env: {}, volume: '' };
    await inside(base, 'useradd --uid 1000 --user-group --create-home node');
    await cp(process.execPath, at('base/usr/local/bin/node'));
    const npm = await realpath((await run('sh', ['-c', 'command -v npm'])).stdout.trim());
    await cp(dirname(dirname(npm)), at('base/usr/local/lib/node_modules/npm'), { recursive: true });
    for (const name of ['npm', 'npx'])
      await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, at(`base/usr/local/bin/${name}`));
    env = await npmSettings(at('base'));
    await copyVersion(at('context'));
    for (const path of (await readFile('.dockerignore', 'utf8')).split('\n').filter((line) => /^[^#]/.test(line)))
      await rm(at(`context/${path}`), { recursive: true, force: true });
  }, 40 * MINUTES);
  afterAll(() => rm(home, { recursive: true, force: true }), 10 * MINUTES);

  test(
    'builds, runs healthy as its own user, writes its volume, and stops',
    async () => {
      const images: Record<string, Image> = {};
      let image!: Image;
      let [start, health] = ['', ''];
      for (const [word, rest] of linesOf(await text)) {
        const parts = rest.split(' ');
        if (word === 'FROM') {
          const name = parts[2] ?? 'last';
          await run('cp', ['-a', at('base'), at(name)]);
          image = images[name] = { root: at(name), directory: '/', user: 'root', env: {}, volume: '' };
        } else if (word === 'WORKDIR') {
          image.directory = rest;
          await mkdir(join(image.root, rest), { recursive: true });
        } else if (word === 'COPY') {
          const from = parts.find((each) => each.startsWith('--from='))?.slice('--from='.length);
          const paths = parts.filter((each) => !each.startsWith('--'));
          const to = join(image.root, resolve(image.directory, paths.pop()!));
          for (const path of paths) {
            const source = join(from ? images[from]!.root : at('context'), path);
            await run('sh', ['-c', '[ ! -d "$0" ] || set -- "$1" /.; cp -a "$0${2:-}" "$1"', source, to]);
          }
        } else if (word === 'RUN') await inside(image, rest, { env });
        else if (word === 'ENV')
          Object.assign(image.env, Object.fromEntries(parts.map((each) => each.split('=') as [string, string])));
        else if (word === 'USER') image.user = rest;
        else if (word === 'VOLUME') image.volume = rest;
        else if (word === 'CMD') start = asLine(rest);
        else if (word === 'HEALTHCHECK') health = asLine(rest.slice(rest.indexOf('[')));
        else expect(['EXPOSE', 'STOPSIGNAL']).toContain(word);
      }
      const page = `node -e 'fetch("http://127.0.0.1:3000/").then((answer) => answer.text()).then(console.log)'`;
      const said = await inside(
        image,
        `{ ${start} & shop=$!
        for second in $(seq 120); do sleep 1; ! ${health} || break; done
        ${health} && echo "healthy as $(id -un)" || exit 1
        ${page}
        ! touch /app/mine && ! touch /home/node/mine && ls -A /data | sed 's/^/in its volume: /'
        kill -TERM $shop && wait $shop; echo "ended with $?"; }`,
        {
          isRun: true,
          env: { SHOP_URL: 'https://shop.test', SESSION_SECRET: 'of forty letters, so that nobody guesses' },
        },
      );
      expect(said).toContain('healthy as node\n');
      expect(said).toContain('We open soon');
      expect(said).toMatch(/^in its volume: database$/m);
      expect(said).toMatch(/\bended with 0\n$/);
    },
    40 * MINUTES,
  );
});
