import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const [php, mariadbd] = ['/usr/bin/php', '/usr/sbin/mariadbd'];
const programs = ['php-cli', 'php-mysql', 'mariadb-server-core', 'mariadb-client-core'];

/** A theme with nothing but what themes must call, and what installs the site. */
const parts = join(import.meta.dirname, 'wordpress');

export interface ServedWordPress {
  /** The page whose text is the short code. */
  url: string;
  stop: () => Promise<void>;
}

/**
 * Installs a real WordPress with this plugin and a page with this text, and serves it. It comes from Debian's packages.
 *
 * @param port - that the page is served on, on 127.0.0.1
 */
export async function serveWordPress(port: number, plugin: string, text: string): Promise<ServedWordPress> {
  await installPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'causeway-wordpress-'));
  const site = join(folder, 'site');
  const children: ChildProcess[] = [];
  const stop = async () => {
    for (const child of children.toReversed()) {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await unpack(folder, site);
    const socket = await startDatabase(folder, children);
    const url = `http://127.0.0.1:${port}`;
    await configure(site, { socket, url, plugin });
    const { stdout } = await run(php, ['-d', 'memory_limit=256M', join(site, 'install-site.php'), socket, text]);
    const child = spawn(php, ['-S', `127.0.0.1:${port}`, '-t', site], { stdio: 'ignore' });
    children.push(child);
    const page = `${url}/?page_id=${Number(/page (\d+)/.exec(stdout)?.[1])}`;
    await until(async () => (await fetch(page)).ok);
    return { url: page, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function installPrograms(): Promise<void> {
  if (existsSync(php) && existsSync(mariadbd)) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(`This test needs PHP and MariaDB: install them (Debian: apt-get install ${programs.join(' ')}).`);
  await run('apt-get', ['update']);
  await run('apt-get', ['install', '--yes', '--no-install-recommends', ...programs]);
}

/** WordPress alone, without the web server that its package asks for. */
async function unpack(folder: string, site: string): Promise<void> {
  const packed = join(folder, 'packed');
  await mkdir(packed);
  await run('apt-get', ['download', 'wordpress'], { cwd: packed });
  const [file = ''] = await readdir(packed);
  await run('dpkg-deb', ['--extract', join(packed, file), join(folder, 'package')]);
  await cp(join(folder, 'package/usr/share/wordpress'), site, { recursive: true });
}

async function startDatabase(folder: string, children: ChildProcess[]): Promise<string> {
  const [data, socket] = [join(folder, 'data'), join(folder, 'socket')];
  const common = ['--no-defaults', `--datadir=${data}`, `--user=${userInfo().username}`];
  await run('mariadb-install-db', [...common, '--auth-root-authentication-method=normal', '--skip-test-db']);
  children.push(spawn(mariadbd, [...common, `--socket=${socket}`, '--skip-networking'], { stdio: 'ignore' }));
  await until(() => Promise.resolve(existsSync(socket)));
  return socket;
}

interface SiteSettings {
  socket: string;
  url: string;
  plugin: string;
}

async function configure(site: string, { socket, url, plugin }: SiteSettings): Promise<void> {
  const constants = {
    DB_NAME: 'site',
    DB_USER: 'root',
    DB_PASSWORD: '',
    DB_HOST: `localhost:${socket}`,
    DB_CHARSET: 'utf8mb4',
    WP_HOME: url,
    WP_SITEURL: url,
    WP_HTTP_BLOCK_EXTERNAL: true,
    DISABLE_WP_CRON: true,
  };
  const lines = Object.entries(constants).map(([name, value]) => `define('${name}', ${JSON.stringify(value)});`);
  await writeFile(
    join(site, 'wp-config.php'),
    `<?php\n${lines.join('\n')}\n$table_prefix = 'wp_';\nif (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');\nrequire_once ABSPATH . 'wp-settings.php';\n`,
  );
  await cp(join(parts, 'plain'), join(site, 'wp-content/themes/plain'), { recursive: true });
  await cp(join(parts, 'install-site.php'), join(site, 'install-site.php'));
  await mkdir(join(site, 'wp-content/plugins'), { recursive: true });
  await writeFile(join(site, 'wp-content/plugins/causeway.php'), plugin);
}

async function until(isThere: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isThere().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('It did not start within a minute.');
}
