import assert from 'node:assert/strict';
import fc from 'fast-check';
import { claudeCode } from '../../../../../src/core/sources/claudeCode/claudeCode.ts';
import { typedCommand } from '../../../../../src/core/sources/claudeCode/typedCommand.ts';
import { linesFile, readSample } from '../../../../fakes/transcripts.ts';
import { Lines } from './lines.ts';

const clear =
  '<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>';
const review =
  '<command-message>review is running…</command-message>\n<command-name>/review</command-name>\n<command-args>12\n --all</command-args>';

function titleOf(fill: (lines: Lines) => void): string {
  const lines = new Lines();
  fill(lines);
  return readSample(claudeCode, [linesFile('s1.jsonl', lines.records)]).title;
}

describe('the title of a session of Claude Code that begins with a command', () => {
  it('is the command as it was typed, where the model answers it', () => {
    const title = titleOf((lines) => {
      lines.user(review);
      lines.user([{ type: 'text', text: 'Review the pull request.' }], { isMeta: true });
      lines.text('m1', 'It is good.');
      lines.user('And now?');
    });

    assert.equal(title, '/review 12 --all');
  });

  it('is the first question, where the program carried the command out by itself', () => {
    const title = titleOf((lines) => {
      lines.user('<local-command-caveat>Do not answer.</local-command-caveat>', { isMeta: true });
      lines.user(clear);
      lines.user('<local-command-stdout></local-command-stdout>');
      lines.user('Mend the roof');
      lines.text('m1', 'Yes.');
    });

    assert.equal(title, 'Mend the roof');
  });

  it('is the first question also where a command of the program printed nothing', () => {
    const title = titleOf((lines) => {
      lines.user(clear);
      lines.user('Mend the roof');
      lines.text('m1', 'Yes.');
    });

    assert.equal(title, 'Mend the roof');
  });

  it('is the first command as long as there is nothing else', () => {
    const title = titleOf((lines) => {
      lines.user(clear);
      lines.user('<local-command-stdout></local-command-stdout>');
      lines.user('<command-name>/model</command-name>\n<command-args>x</command-args>');
      lines.user('<local-command-stdout>Set model to x</local-command-stdout>');
    });

    assert.equal(title, '/clear');
  });

  it('stays the question where a command comes later', () => {
    const title = titleOf((lines) => {
      lines.user('Mend the roof');
      lines.text('m1', 'Yes.');
      lines.user(review);
      lines.text('m2', 'It is good.');
    });

    assert.equal(title, 'Mend the roof');
  });

  it('is what the person named it', () => {
    const title = titleOf((lines) => {
      lines.user(review);
      lines.text('m1', 'It is good.');
      lines.add({ type: 'custom-title', customTitle: 'Roofs' });
    });

    assert.equal(title, 'Roofs');
  });
});

describe('a typed command', () => {
  it('has its slash, and no arguments where there are none', () => {
    assert.equal(typedCommand(clear), '/clear');
    assert.equal(typedCommand('<command-name>init</command-name>'), '/init');
    assert.equal(typedCommand('<command-message>init</command-message>'), undefined);
    assert.equal(typedCommand('say <command-name>/x</command-name>'), undefined);
  });

  it('is one line without tags, whatever the text is', () => {
    const piece = fc.constantFrom(
      ...['<command-name>', '</command-name>', '<command-args>', '</command-args>', '\n', '/', 'a'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const typed = typedCommand(pieces.join(''));

        assert.ok(typed === undefined || /^\/.*$/.test(typed), typed);
      }),
    );
  });
});
