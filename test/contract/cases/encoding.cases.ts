import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import type { CaseAnswer, CaseBench, MakeCaseBench } from './caseBench.ts';

/** Warnings of an answer as one text. */
export function warnings(answer: CaseAnswer): string {
  const list = answer.structured['warnings'];
  return Array.isArray(list) ? list.join('\n') : '';
}

/** Field cases ENC-*: encodings, byte order marks, line ends, and characters beyond the usual. */
export function encodingCases(make: MakeCaseBench): void {
  describe('encoding cases', () => {
    let bench: CaseBench;
    const on = (): CaseBench => bench;

    beforeEach(async () => {
      bench = await make();
    });

    afterEach(() => bench.dispose());

    legacyEncodings(on);
    byteOrderMarks(on);
    lineEnds(on);
    lineNumbers(on);
    rareCharacters(on);
  });
}

/** The bytes with one run of them replaced by a text in ASCII. */
function replaced(bytes: Buffer, part: string | Buffer, text: string): Buffer {
  const at = bytes.indexOf(part);
  assert.ok(at >= 0);
  return Buffer.concat([
    bytes.subarray(0, at),
    Buffer.from(text),
    bytes.subarray(at + part.length),
  ]);
}

function legacyEncodings(on: () => CaseBench): void {
  it('ENC-01 reads and keeps GBK where the setting names it', async () => {
    await on().setting('files.encoding', 'gbk');
    const before = on().bytes('enc01-gbk.cpp');

    const read = await on().good('be-read', { file: 'enc01-gbk.cpp' });
    await on().good('be-replace', { file: 'enc01-gbk.cpp:3', content: '    return 2;' });

    assert.match(read.text, /读取配置/);
    assert.equal(read.structured['encoding'], 'gbk');
    const line = before.subarray(before.indexOf('    return 1;'), before.indexOf('\r\n}'));
    assert.deepEqual(on().bytes('enc01-gbk.cpp'), replaced(before, line, '    return 2;'));
  });

  it('ENC-01 writes new Chinese text as GBK, and takes it back to the first bytes', async () => {
    await on().setting('files.encoding', 'gbk');
    const before = on().bytes('enc01-gbk.cpp');

    await on().good('be-insert', { file: 'enc01-gbk.cpp:0', content: '// 中' });
    const after = on().bytes('enc01-gbk.cpp');
    await on().good('be-trx', { action: 'rollback' });

    const line = Buffer.from([0x2f, 0x2f, 0x20, 0xd6, 0xd0, 0x0d, 0x0a]);
    assert.deepEqual(after, Buffer.concat([line, before]));
    assert.deepEqual(on().bytes('enc01-gbk.cpp'), before);
  });

  it('ENC-01 makes a new file in the encoding that is set', async () => {
    await on().setting('files.encoding', 'gbk');

    await on().good('be-write', { file: 'new.c', content: '// 中\n' });
    const read = await on().good('be-read', { file: 'new.c' });

    assert.deepEqual(on().bytes('new.c'), Buffer.from([0x2f, 0x2f, 0x20, 0xd6, 0xd0, 0x0a]));
    assert.match(read.text, /\/\/ 中/);
  });

  it('ENC-01 refuses GBK without a setting, and names the setting', async () => {
    const before = on().bytes('enc01-gbk.cpp');
    const edit = { file: 'enc01-gbk.cpp:3', content: '    return 2;' };

    const read = await on().bad('unknown-encoding', 'be-read', { file: 'enc01-gbk.cpp' });
    await on().bad('unknown-encoding', 'be-replace', edit);
    await on().bad('unknown-encoding', 'be-insert', edit);
    await on().bad('unknown-encoding', 'be-delete', { file: 'enc01-gbk.cpp:3' });
    await on().bad('unknown-encoding', 'be-write', { file: 'enc01-gbk.cpp', content: 'x\n' });

    assert.match(read.text, /files\.encoding/);
    assert.deepEqual(on().bytes('enc01-gbk.cpp'), before);
  });

  it('ENC-01 refuses text that the encoding does not have, and names the character', async () => {
    await on().setting('files.encoding', 'gbk');
    const before = on().bytes('enc01-gbk.cpp');
    const content = '    return 2; // 😀';

    const edit = await on().bad('bad-text', 'be-replace', { file: 'enc01-gbk.cpp:3', content });
    await on().bad('bad-text', 'be-write', { file: 'new.c', content });

    assert.match(edit.text, /gbk, which does not have "😀" \(U\+1F600\)/);
    assert.deepEqual(on().bytes('enc01-gbk.cpp'), before);
    assert.equal(existsSync(on().path('new.c')), false);
  });

  it('ENC-01 refuses a file whose bytes are not all text in the encoding that is set', async () => {
    await on().setting('files.encoding', 'gbk');
    on().put('odd.txt', Buffer.from([0x61, 0xff, 0x0a]));

    const answer = await on().bad('unknown-encoding', 'be-read', { file: 'odd.txt' });

    assert.match(answer.text, /gbk/);
  });

  it('ENC-01 follows the setting also for bytes that would be UTF-8, as the editor does', async () => {
    await on().setting('files.encoding', 'gbk');
    on().put('utf8.txt', '中文\n');

    const read = await on().good('be-read', { file: 'utf8.txt' });

    assert.equal(read.structured['encoding'], 'gbk');
    assert.doesNotMatch(read.text, /中文/);
  });

  it('ENC-01 keeps mixed line ends in a GBK file', async () => {
    await on().setting('files.encoding', 'gbk');
    on().put('mixed.txt', Buffer.from('\xd6\xd0\r\nb\n\xce\xc4\rd', 'latin1'));

    await on().good('be-replace', { file: 'mixed.txt:2', content: 'B' });

    assert.deepEqual(on().bytes('mixed.txt'), Buffer.from('\xd6\xd0\r\nB\n\xce\xc4\rd', 'latin1'));
  });

  it('ENC-05 keeps Shift_JIS whose second bytes look like backslashes', async () => {
    await on().setting('files.encoding', 'shiftjis');
    const before = on().bytes('enc05-sjis.c');

    await on().good('be-replace', { file: 'enc05-sjis.c:3', content: 'int n = 4;' });

    assert.deepEqual(on().bytes('enc05-sjis.c'), replaced(before, 'int n = 3;', 'int n = 4;'));
  });

  for (const [encoding, bytes, text] of samples) {
    it(`ENC-05 edits a file in ${encoding} and changes the edited line only`, async () => {
      await on().setting('files.encoding', encoding);
      const file = `${encoding}.txt`;
      const line = Buffer.from(bytes);
      on().put(file, Buffer.concat([line, Buffer.from('\nold\n'), line]));

      const read = await on().good('be-read', { file });
      await on().good('be-replace', { file: `${file}:2`, content: text });

      assert.match(read.text, new RegExp(text));
      const end = Buffer.from('\n');
      assert.deepEqual(on().bytes(file), Buffer.concat([line, end, line, end, line]));
    });
  }
}

/** One text in each of some encodings. */
const samples: readonly (readonly [string, readonly number[], string])[] = [
  ['windows1252', [0xe9, 0x80], 'é€'],
  ['iso88592', [0xb1, 0xb3], 'ął'],
  ['windows1251', [0xcc, 0xe8, 0xf0], 'Мир'],
  ['koi8r', [0xed, 0xc9, 0xd2], 'Мир'],
  ['eucjp', [0xa5, 0xbd], 'ソ'],
  ['euckr', [0xc7, 0xd1], '한'],
  ['cp950', [0xa4, 0xa4], '中'],
  ['gb18030', [0x81, 0x30, 0x81, 0x30, 0xd6, 0xd0], '\u0080中'],
  ['cp437', [0x81], 'ü'],
];

function byteOrderMarks(on: () => CaseBench): void {
  const mark = Buffer.from([0xef, 0xbb, 0xbf]);
  const rest = '# 备份脚本\r\n$name = "一号"\r\nWrite-Host $name\r\n';
  const is = (text: string): void =>
    assert.deepEqual(on().bytes('enc03-bom.ps1'), Buffer.concat([mark, Buffer.from(text)]));

  it('ENC-03 keeps the byte order mark when a line after it is replaced', async () => {
    await on().good('be-replace', { file: 'enc03-bom.ps1:2', content: '$name = "二号"' });

    is(rest.replace('一号', '二号'));
  });

  it('ENC-03 keeps the byte order mark when the whole text is written, with and without one', async () => {
    const content = rest.replaceAll('\r\n', '\n').replace('一号', '二号');

    await on().good('be-write', { file: 'enc03-bom.ps1', content });
    is(rest.replace('一号', '二号'));
    await on().good('be-write', { file: 'enc03-bom.ps1', content: `\uFEFF${content}x\n` });
    is(`${rest.replace('一号', '二号')}x\r\n`);
  });

  it('ENC-03 keeps the byte order mark when line 1 is replaced, and shows the line without it', async () => {
    const read = await on().good('be-read', { file: 'enc03-bom.ps1:1' });

    await on().good('be-replace', { file: 'enc03-bom.ps1:1', old: '# 备份脚本', content: '# x' });

    assert.equal(read.structured['content'], '1\t# 备份脚本');
    is(rest.replace('# 备份脚本', '# x'));
  });

  it('ENC-03 never writes a second byte order mark where the client sends one', async () => {
    await on().good('be-replace', { file: 'enc03-bom.ps1:1', content: '\uFEFF# x' });

    is(rest.replace('# 备份脚本', '# x'));
  });

  it('ENC-03 keeps UTF-16 with a mark, and without one where the setting says so', async () => {
    const text = 'a\r\nb😀\r\nc';
    on().put('le.txt', Buffer.from(`\uFEFF${text}`, 'utf16le'));
    await on().good('be-replace', { file: 'le.txt:1', content: 'ä' });
    assert.deepEqual(on().bytes('le.txt'), Buffer.from('\uFEFFä\r\nb😀\r\nc', 'utf16le'));

    await on().setting('files.encoding', 'utf16le');
    on().put('bare.txt', Buffer.from(text, 'utf16le'));
    await on().good('be-replace', { file: 'bare.txt:1', content: 'ä' });
    assert.deepEqual(on().bytes('bare.txt'), Buffer.from('ä\r\nb😀\r\nc', 'utf16le'));
  });
}

function lineEnds(on: () => CaseBench): void {
  it('ENC-06 changes one line of a file with mixed line ends, and no line end', async () => {
    await on().good('be-replace', { file: 'enc06-mixed.txt:6', content: 'ZETA' });

    assert.equal(on().text('enc06-mixed.txt'), 'alpha\r\nbeta\ngamma\r\ndelta\nepsilon\nZETA');
  });

  it('ENC-06 gives new lines the line end that most lines have', async () => {
    await on().good('be-insert', { file: 'enc06-mixed.txt:1', content: 'new' });

    assert.equal(on().text('enc06-mixed.txt'), 'alpha\r\nnew\nbeta\ngamma\r\ndelta\nepsilon\nzeta');
  });

  it('ENC-06 gives a file that was emptied the line ends of new text', async () => {
    on().put('once.txt', 'a\r\nb\r\n');
    await on().good('be-delete', { file: 'once.txt:ALL' });

    await on().good('be-insert', { file: 'once.txt:0', content: 'a\nb' });

    assert.equal(on().text('once.txt'), 'a\nb\n');
  });

  it('ENC-06 keeps a lone CR, and blank lines beside it', async () => {
    on().put('cr.txt', 'a\rb\r\nc\n');

    await on().good('be-replace', { file: 'cr.txt:2', content: 'B' });
    assert.equal(on().text('cr.txt'), 'a\rB\r\nc\n');
    await on().good('be-insert', { file: 'cr.txt:1', content: '\n' });

    const read = await on().good('be-read', { file: 'cr.txt' });
    assert.equal(read.structured['content'], '1\ta\n2\t\n3\tB\n4\tc');
  });

  for (const [what, old] of [
    ['with a final newline', '\t\tif (ok)\n\t\t{\n\t\t\treturn 1;\n\t\t}\n'],
    ['without a final newline', '\t\tif (ok)\n\t\t{\n\t\t\treturn 1;\n\t\t}'],
    ['with CRLF', '\t\tif (ok)\r\n\t\t{\r\n\t\t\treturn 1;\r\n\t\t}\r\n'],
  ] as const) {
    it(`ENC-08 takes \`old\` ${what} for lines of a CRLF file`, async () => {
      const before = on().text('enc08-crlf-tabs.cs').split('\r\n');

      await on().good('be-replace', {
        file: 'enc08-crlf-tabs.cs:5-8',
        old,
        content: '\t\tif (ok) return 1;\n',
      });

      const lines = [...before.slice(0, 4), '\t\tif (ok) return 1;', ...before.slice(8)];
      assert.equal(on().text('enc08-crlf-tabs.cs'), lines.join('\r\n'));
    });
  }

  it('ENC-09 keeps LF, and makes a new file with the line ends given, whatever files.eol is', async () => {
    await on().setting('files.eol', '\r\n');

    await on().good('be-replace', { file: 'enc09-lf.py:2', content: 'b = 22' });
    await on().good('be-write', { file: 'enc09-new.py', content: 'a = 1\nb = 2\n' });

    assert.equal(on().text('enc09-lf.py'), 'a = 1\nb = 22\nc = 3\n');
    assert.equal(on().text('enc09-new.py'), 'a = 1\nb = 2\n');
  });
}

function lineNumbers(on: () => CaseBench): void {
  it('ENC-11 does not count a form feed as a line end', async () => {
    const before = on().text('enc11-formfeed.py');

    const read = await on().good('be-read', { file: 'enc11-formfeed.py:6' });
    await on().good('be-replace', { file: 'enc11-formfeed.py:6', content: '    target = 2' });

    assert.equal(read.structured['content'], '6\t    target = 1');
    assert.equal(on().text('enc11-formfeed.py'), before.replace('target = 1', 'target = 2'));
    await on().good('be-trx', { action: 'rollback' });
    assert.equal(on().text('enc11-formfeed.py'), before);
  });

  it('ENC-11 counts VT and FS as parts of a line', async () => {
    const read = await on().good('be-read', { file: 'enc11-vt-fs.txt' });
    await on().good('be-delete', { file: 'enc11-vt-fs.txt:3' });

    assert.equal(read.structured['total'], 4);
    assert.equal(on().text('enc11-vt-fs.txt'), 'a\vA\nb\x1cB\nd\n');
  });

  it('ENC-11 counts NEL, LS and PS as parts of a line, and keeps them', async () => {
    on().put('separators.txt', 'a\u0085b\nc\u2028d\ne\u2029f\n');

    await on().good('be-replace', { file: 'separators.txt:3', content: 'E\u2028F' });

    assert.equal(on().text('separators.txt'), 'a\u0085b\nc\u2028d\nE\u2028F\n');
  });
}

function rareCharacters(on: () => CaseBench): void {
  it('ENC-14 keeps the bytes of emoji beside an edited line and in it', async () => {
    const before = on().text('enc14-emoji.md').split('\n');

    await on().good('be-replace', { file: 'enc14-emoji.md:4', content: 'LAST' });
    await on().good('be-replace', { file: 'enc14-emoji.md:3', content: `${before[2] ?? ''}!` });

    assert.deepEqual(on().text('enc14-emoji.md').split('\n'), [
      before[0],
      before[1],
      `${before[2] ?? ''}!`,
      'LAST',
      '',
    ]);
  });

  it('ENC-14 writes U+FFFD with a warning, and without one where it was there before', async () => {
    const first = await on().good('be-write', { file: 'lost.txt', content: 'a\nb\uFFFDc\n' });
    const second = await on().good('be-replace', { file: 'lost.txt:2', content: 'B\uFFFDc' });

    assert.match(warnings(first), /Line 2 .*U\+FFFD/);
    assert.doesNotMatch(warnings(second), /U\+FFFD/);
    assert.equal(on().text('lost.txt'), 'a\nB\uFFFDc\n');
  });

  it('ENC-14 refuses half a character', async () => {
    const before = on().bytes('enc14-emoji.md');
    const content = 'x\n\ud83d';

    for (const [tool, file] of [
      ['be-replace', 'enc14-emoji.md:4'],
      ['be-insert', 'enc14-emoji.md:4'],
      ['be-write', 'enc14-emoji.md'],
    ] as const) {
      const answer = await on().bad('bad-text', tool, { file, content });
      assert.match(answer.text, /Line 2 .*surrogate/);
    }
    assert.deepEqual(on().bytes('enc14-emoji.md'), before);
  });
}
