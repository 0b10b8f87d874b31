import assert from 'node:assert/strict';
import { AttachedPage } from '../../../src/host/panel/attachedPage.ts';
import { pageHtml } from '../../../src/host/panel/pageHtml.ts';
import type { PanelConnection } from '../../../src/panel/panelHost.ts';
import type { RpcMessage } from '../../../src/protocol/rpc.ts';

const request = { kind: 'request', id: 7, name: 'page/ready', params: {} };

function bench(fails: () => boolean = () => false) {
  const posted: RpcMessage[] = [];
  const seen: string[] = [];
  const page = new AttachedPage({
    post: (message) => posted.push(message),
    visible: true,
    connect(_post, visible): PanelConnection {
      if (fails()) {
        throw new Error('no disk');
      }
      seen.push(`connect ${visible}`);
      return {
        receive: () => seen.push('receive'),
        setVisible: (now) => seen.push(`visible ${now}`),
        show: ({ page: name }) => seen.push(`show ${name}`),
        dispose: () => seen.push('dispose'),
      };
    },
    onFault: () => seen.push('fault'),
  });
  return { page, posted, seen };
}

describe('a page in a webview', () => {
  it('is connected when it asks for something and not before', () => {
    const { page, seen } = bench();

    page.setVisible(false);
    page.show({ page: 'activity' });
    const before = [...seen];
    page.receive(request);
    page.receive(request);
    page.setVisible(true);
    page.dispose();

    assert.deepEqual(before, []);
    assert.deepEqual(seen, [
      ...['connect false', 'show activity', 'receive', 'receive'],
      ...['visible true', 'dispose'],
    ]);
  });

  it('is told why nothing answers, and connected as soon as that is over', () => {
    let fails = true;
    const { page, posted, seen } = bench(() => fails);

    page.receive(request);
    page.receive('no message');
    fails = false;
    page.receive(request);

    const error = { code: 'not-started', message: 'Chipboard could not start: no disk' };
    assert.deepEqual(posted, [{ kind: 'reply', id: 7, ok: false, error }]);
    assert.deepEqual(seen, ['fault', 'fault', 'connect true', 'receive']);
  });
});

describe('the document of a page', () => {
  const parts = {
    place: 'sidebar',
    cspSource: 'https://*.example.net',
    nonce: 'abc123',
    script: 'https://files/"inspector".js?a&b',
    style: undefined,
    language: 'en',
    texts: undefined,
  } as const;

  it('lets in its own script by its nonce and nothing inline', () => {
    const html = pageHtml(parts);

    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'nonce-abc123';/);
    assert.doesNotMatch(policy, /unsafe|\*(?!\.example\.net)/);
    assert.deepEqual(html.match(/<script[^>]*>/g), [
      '<script type="module" nonce="abc123" src="https://files/&quot;inspector&quot;.js?a&amp;b">',
    ]);
    assert.doesNotMatch(html, /style=|<style|<link/);
    assert.match(html, /<html lang="en">[^]*<title>Chipboard<[^]*<body data-place="sidebar">/);
  });

  it('carries the texts of its language as data that cannot end itself', () => {
    const texts = { 'No </script> here': '没有 </script>' };

    const html = pageHtml({ ...parts, language: 'zh-cn', texts });

    const data = /<script type="application\/json" data-texts>(.*)<\/script>/.exec(html)?.[1];
    assert.deepEqual(JSON.parse(data ?? ''), texts);
    assert.equal(html.match(/<\/script>/g)?.length, 2);
    assert.match(html, /<html lang="zh-cn">/);
  });

  it('links its style where there is one', () => {
    const html = pageHtml({ ...parts, style: 'https://files/inspector.css' });

    assert.match(html, /<link rel="stylesheet" href="https:\/\/files\/inspector\.css"/);
  });
});
