/*
 * Serves the page alone, with a host of its own, for tests and for design: `npm run page`, then open the address that
 * is printed. `?theme=dark|light|contrast|contrast-light&place=sidebar|editor&chips=30&calls=200&language=zh-cn`.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Where the page's files are looked for, in this order. */
const folders = ['test/ui/page', 'out/test/ui', 'dist', 'test/fixtures'];
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.ttf': 'font/ttf',
};

/** A server that runs. */
export interface PageServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the server on a free loopback port. The bundles must have been built with `--tests`. `lasting`: they do not
 * change while it runs, so that a browser need not load them for each page.
 */
export async function startPageServer(port = 0, lasting = false): Promise<PageServer> {
  const server = createServer((request, response) => {
    void find(request.url ?? '/').then((found) => {
      response.writeHead(found === undefined ? 404 : 200, {
        'content-type': found?.type ?? 'text/plain',
        'cache-control': lasting ? 'max-age=3600' : 'no-store',
      });
      response.end(found?.bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function find(
  url: string,
): Promise<{ readonly bytes: Buffer; readonly type: string } | undefined> {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  const path = normalize(pathname);
  const name = path === '/' ? '/index.html' : path;
  for (const folder of folders) {
    const bytes = await readFile(join(root, folder, name)).catch(() => undefined);
    if (bytes !== undefined && name === '/index.html') {
      const html = await inLanguage(bytes.toString(), searchParams.get('language') ?? 'en');
      return { bytes: Buffer.from(html), type: types['.html'] ?? '' };
    }
    if (bytes !== undefined) {
      return { bytes, type: types[extname(name)] ?? 'application/octet-stream' };
    }
  }
  return undefined;
}

/** The document with the texts of a language, as the editor gives them to it. */
async function inLanguage(html: string, language: string): Promise<string> {
  const texts =
    language === 'en'
      ? ''
      : await readFile(join(root, `l10n/bundle.l10n.${language}.json`), 'utf8');
  const data = texts.replaceAll('<', String.raw`\u003c`);
  return html
    .replace('lang="en"', () => `lang="${language}"`)
    .replace(
      '</head>',
      () => `${data && `<script type="application/json" data-texts>${data}</script>`}</head>`,
    );
}

if (import.meta.main) {
  const { url } = await startPageServer(Number(process.argv[2] ?? 0));
  process.stdout.write(`${url}\n`);
}
