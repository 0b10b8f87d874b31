import assert from 'node:assert/strict';
import {
  folderOfUri,
  folderTold,
  isInFolders,
  isSlugOf,
  projectSlug,
  slugMayBe,
} from '../../../../../src/core/sources/workspaceMarks.ts';

describe('Marks of workspaces', () => {
  it('are slugs, of which a cut or common one may be several folders', () => {
    const long = `/a/${'b'.repeat(300)}`;

    assert.equal(projectSlug('/home/a.b/c_d'), '-home-a-b-c-d');
    assert.equal(projectSlug('C:\\x'), 'C--x');
    assert.ok(slugMayBe('-a-b', ['/a/b']) && slugMayBe('-a-b-c', ['/a/b']));
    assert.ok(slugMayBe('c--X', ['C:\\x']));
    assert.ok(!slugMayBe('-a', ['/a/b']) && !slugMayBe('-a-b', []));
    assert.ok(slugMayBe(`${projectSlug(long)}-h4sh`, [long]));
    assert.ok(isSlugOf('-a-b', '/a/b') && !isSlugOf('-a-b-c', '/a/b'));
  });

  it('are addresses of folders, also on other machines', () => {
    assert.equal(folderOfUri('file:///a/b%20c'), '/a/b c');
    assert.equal(folderOfUri('file:///c%3A/x'), 'c:/x');
    assert.equal(folderOfUri('vscode-remote://wsl%2Bubuntu/home/a'), '/home/a');
    assert.equal(folderOfUri('file:///a/%'), '');
    assert.equal(folderOfUri('untitled:/a'), '');
  });

  it('are what small files tell', () => {
    assert.equal(folderTold('workspace.json', '{"folder":"file:///a"}'), '/a');
    assert.equal(
      folderTold('workspace.json', '{"workspace":"file:///a.code-workspace"}'),
      '/a.code-workspace',
    );
    assert.equal(folderTold('workspace.json', '{"folder":3}'), '');
    assert.equal(folderTold('workspace.json', 'no'), '');
    assert.equal(folderTold('.project_root', '/a/b\n'), '/a/b');
    assert.equal(folderTold('workspace.yaml', 'id: 1\ncwd: "/a b"\r\nname: x'), '/a b');
    assert.equal(folderTold('workspace.yaml', 'id: 1'), '');
  });

  it('tell a folder within a workspace from one beside it', () => {
    assert.ok(isInFolders('/a/b', ['/a/b/']) && isInFolders('/a/b/c', ['/x', '/a/b']));
    assert.ok(!isInFolders('/a/bc', ['/a/b']) && !isInFolders('/a', ['/a/b']));
    assert.ok(!isInFolders('', ['/']) && !isInFolders('/A', ['/a']));
    assert.ok(isInFolders('C:\\Code\\x', ['c:/code']) && isInFolders('/mnt/c/code', ['C:\\Code']));
  });
});
