import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { chipBytes } from '../../../src/core/chips/chipText.ts';
import { bytesAsLines, linesAsBytes } from '../../../src/core/edit/bytesEncoding.ts';
import { chipOf, textField, workbenchEach } from '../../fakes/workbench.ts';

/** Bytes that are no text in any way: every byte there is, a false byte order mark first, and all kinds of line ends. */
const picture = Buffer.from([
  ...[0xef, 0xbb, 0xbf, 0x89, 0x50, 0x0d, 0x0a, 0x1a, 0x0a, 0x0d, 0x00],
  ...Array.from({ length: 256 }, (_, index) => index),
]);
const base64 = picture.toString('base64');

describe('bytes instead of a text', () => {
  const on = workbenchEach();
  const uri = (name: string, line = 0): string => `${pathToFileURL(on().path(name)).href}:${line}`;

  it('make a new file, and the answer says how many', async () => {
    const answer = await on().good('be-write', { file: 'img/x.png', base64 });

    assert.deepEqual(on().bytes('img/x.png'), picture);
    assert.equal(answer.structured['bytes'], picture.length);
    assert.equal(
      answer.structured['diff'],
      `Binary file: 0 bytes before, ${picture.length} bytes after.`,
    );
    assert.equal('content' in answer.structured, false);
  });

  it('are taken as they come in a data URL, and with line breaks', async () => {
    const wrapped = base64.replace(/.{76}/g, '$&\r\n');

    await on().good('be-write', { file: 'a.png', base64: `data:image/png;base64,${base64}` });
    await on().good('be-write', { file: 'b.png', base64: wrapped });

    assert.deepEqual(on().bytes('a.png'), picture);
    assert.deepEqual(on().bytes('b.png'), picture);
  });

  it('go and come again, every byte of them, when the edit is taken back and made again', async () => {
    const event = textField(await on().good('be-write', { file: 'x.png', base64 }), 'event_id');

    const status = await on().good('be-trx', { action: 'status' });
    await on().good('be-trx', { action: 'rollback', event });
    const gone = !existsSync(on().path('x.png'));
    await on().good('be-trx', { action: 'redo', event });
    const again = on().bytes('x.png');
    await on().good('be-trx', { action: 'rollback', event });

    assert.deepEqual(again, picture);
    assert.equal(gone, true);
    assert.equal(existsSync(on().path('x.png')), false);
    const [entry] = status.structured['events'] as Record<string, unknown>[];
    assert.match(String(entry?.['files']), /x\.png 0 → 267 bytes \(created\)/);
    assert.equal(entry?.['changed_since'], undefined);
  });

  it('stay when the file was changed since by another program', async () => {
    await on().good('be-write', { file: 'x.png', base64 });
    on().put('x.png', Buffer.concat([picture, Buffer.from([0, 1])]));

    await on().bad('changed-after', 'be-trx', { action: 'rollback' });

    assert.equal(on().bytes('x.png').length, picture.length + 2);
  });

  it('replace no file, and the chip of the refused call makes another one', async () => {
    on().put('x.png', Buffer.from([0]));
    const from = `chip://${chipOf(await on().bad('file-exists', 'be-write', { file: 'x.png', base64 }))}`;

    await on().bad('file-exists', 'be-insert-chip', { from, to: uri('x.png') });
    await on().bad('bad-arguments', 'be-insert-chip', { from, to: uri('y.png', 3) });
    const answer = await on().good('be-insert-chip', { from, to: uri('y.png'), as: 'content' });
    await on().good('be-insert-chip', { from, as: 'call', with: { file: 'z.png' } });

    assert.deepEqual(on().bytes('x.png'), Buffer.from([0]));
    assert.deepEqual(on().bytes('y.png'), picture);
    assert.deepEqual(on().bytes('z.png'), picture);
    assert.equal(answer.structured['as'], 'content');
  });

  it('that were kept of a request body make a file too', async () => {
    const body = { _body: '\ufffdPNG and much more that no one could read', _base64: base64 };
    const answer = await on().bad('bad-arguments', 'be-write', body);

    await on().good('be-insert-chip', { from: textField(answer, 'chip'), to: uri('x.png') });

    assert.deepEqual(on().bytes('x.png'), picture);
  });

  it('that are no base64 are refused with the chip kept', async () => {
    const wrong = `${base64}*`;

    const answer = await on().bad('bad-text', 'be-write', { file: 'x.png', base64: wrong });

    assert.match(String(answer.structured['message']), /no base64/);
    assert.match(textField(answer, 'chip'), /^chip:/);
    assert.equal(existsSync(on().path('x.png')), false);
  });

  it('are refused beside a text, or among several files', async () => {
    await on().bad('bad-arguments', 'be-write', { file: 'x.png', base64, content: 'a' });
    await on().bad('bad-arguments', 'be-write', { base64, files: [{ file: 'a', content: 'a' }] });
  });

  it('are shown in a preview by their number alone', async () => {
    const answer = await on().good('be-write', { file: 'x.png', base64, preview: true });

    assert.match(textField(answer, 'diff'), /^Binary file/);
    assert.equal(existsSync(on().path('x.png')), false);
  });

  it('come back from the lines they are kept as, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ size: 'large' }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');

        assert.deepEqual([...linesAsBytes(bytesAsLines(bytes))], [...bytes]);
        assert.deepEqual([...(chipBytes({ file: 'a', base64: text }) ?? [])], [...bytes]);
      }),
    );
  });
});
