import assert from 'node:assert/strict';
import { editingSession, type EditingSession } from './editingSession.ts';

describe('opencode', () => {
  let session: EditingSession;

  before(async () => {
    session = await editingSession('opencode');
  });

  it('edits the file with every tool', () => {
    assert.equal(session.file, `${session.lost}one\nTWO\nthree\nthree and a half\nfour\nfive\n`);
  });

  it('gives its model the text of an answer alone', () => {
    const { read } = session.received;

    assert.match(read, /^content:\n1\tone\n2\ttwo\n3\tthree\n4\tfour\n5\tfive$/m);
    assert.match(read, /^viewed_code_id: v[0-9a-f]+$/m);
    assert.doesNotMatch(read, /"viewed_code_id"/);
  });

  it('gives its model the text of a failure', () => {
    const [what, next, chip] = session.received.failed.split('\n');

    assert.match(what ?? '', /^Error \(outside-workspace\): .*outside\.txt/);
    assert.match(next ?? '', /^Next: ./);
    assert.match(chip ?? '', /^chip: chip:\/\/[0-9a-f]{6}$/);
  });
});
