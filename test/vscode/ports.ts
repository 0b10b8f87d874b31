import { createServer, type AddressInfo } from 'node:net';
import type { Suite } from './suites.ts';

/**
 * Chooses a free loopback port for each name in the suite's `ports`, puts it in the place of `{{port:NAME}}` wherever
 * the suite says that, and into the environment as `CHIPBOARD_PORT_NAME`. For what must be known to the editor before a
 * test can listen there.
 */
export async function choosePorts(suite: Suite): Promise<Suite> {
  const names = suite.ports ?? [];
  // All at once, so that no port is given twice.
  const chosen = await freePorts(names.length);
  const env: Record<string, string> = {};
  let text = JSON.stringify(suite);
  names.forEach((name, at) => {
    const port = String(chosen[at]);
    text = text.replaceAll(`{{port:${name}}}`, port);
    env[`CHIPBOARD_PORT_${name.toUpperCase()}`] = port;
  });
  const filled = JSON.parse(text) as Suite;
  return { ...filled, env: { ...filled.env, ...env } };
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(
    servers.map((server) => new Promise((listening) => server.once('listening', listening))),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}
