import assert from 'node:assert/strict';
import { editingSession, type EditingSession } from './editingSession.ts';

describe('Codex', () => {
  let session: EditingSession;

  before(async () => {
    session = await editingSession('codex');
  });

  it('edits the file with every tool', () => {
    assert.equal(session.file, `${session.lost}one\nTWO\nthree\nthree and a half\nfour\nfive\n`);
  });

  it('gives its model the structured answer alone', () => {
    const read = structured(session.received.read);

    assert.equal(read.content, '1\tone\n2\ttwo\n3\tthree\n4\tfour\n5\tfive');
    assert.match(String(read.viewed_code_id), /^v[0-9a-f]+$/);
  });

  it('gives its model the structured failure alone', () => {
    const failed = structured(session.received.failed);

    assert.equal(failed.code, 'outside-workspace');
    assert.match(String(failed.message), /outside\.txt/);
    assert.ok(String(failed.advice).length > 0);
    assert.match(String(failed.chip), /^chip:\/\/[0-9a-f]{6}$/);
  });
});

/** Codex puts two lines of its own in front. */
function structured(received: string): Record<string, unknown> {
  const [, json = ''] = /^Wall time: .*\nOutput:\n(.*)$/s.exec(received) ?? [];
  return JSON.parse(json) as Record<string, unknown>;
}
