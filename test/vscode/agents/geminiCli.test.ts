import assert from 'node:assert/strict';
import { editingSession, type EditingSession } from './editingSession.ts';

describe('Gemini CLI', () => {
  let session: EditingSession;

  before(async () => {
    session = await editingSession('gemini-cli');
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

  it('gives its model both forms of a failure', () => {
    const { failed } = session.received;

    assert.match(failed, /"text":"Error \(outside-workspace\): /);
    assert.match(failed, /\\nNext: ./);
    assert.match(failed, /"code":"outside-workspace"/);
    assert.match(failed, /"chip":"chip:\/\/[0-9a-f]{6}"/);
  });
});
