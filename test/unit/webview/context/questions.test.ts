import assert from 'node:assert/strict';
import type { ActResult, SessionAct } from '../../../../src/protocol/sessions.ts';
import {
  actQuestion,
  actWords,
  blockActs,
  canAct,
} from '../../../../webview/context/data/actQuestion.ts';
import { exportQuestion } from '../../../../webview/context/data/exportQuestion.ts';

const choice = { act: 'archive', writer: 'person', summary: '', instructions: '' } as const;
const ids = ['a', 'b'];
const accepted: Extract<ActResult, { accepted: true }> = {
  accepted: true,
  ...{ freed: 1200, invalidated: 0, targets: [], created: [] },
};

/** A sentence, or nothing where something could be asked. */
function sentence(question: SessionAct | string): string {
  return typeof question === 'string' ? question : '';
}

describe('an act that a person asks for', () => {
  it('is about blocks, or about a patch', () => {
    assert.deepEqual(actQuestion(choice, { ids, patch: '' }), { act: 'archive', ids });
    assert.deepEqual(actQuestion({ ...choice, act: 'undo' }, { ids: [], patch: 'patch_002' }), {
      act: 'undo',
      patch: 'patch_002',
    });
  });

  it('is a sentence until something is chosen that it is about', () => {
    for (const { act } of blockActs) {
      assert.equal(actQuestion({ ...choice, act }, { ids: [], patch: '' }), 'Choose a block.');
    }
    assert.equal(actQuestion({ ...choice, act: 'redo' }, { ids, patch: '' }), 'Choose a patch.');
  });

  it('has a text by the person, or instructions for the model, where one text stands for blocks', () => {
    const compact = { ...choice, act: 'compact', summary: ' In short. ' } as const;

    assert.deepEqual(actQuestion(compact, { ids, patch: '' }), {
      ...{ act: 'compact', ids },
      summary: 'In short.',
    });
    assert.deepEqual(
      actQuestion({ ...compact, writer: 'model', instructions: 'Keep names.' }, { ids, patch: '' }),
      { act: 'compact', ids, instructions: 'Keep names.' },
    );
    assert.match(sentence(actQuestion({ ...compact, summary: ' ' }, { ids, patch: '' })), /^Write/);
    assert.match(
      sentence(actQuestion({ ...compact, writer: 'model' }, { ids, patch: '' })),
      /^Say/,
    );
    assert.match(
      sentence(actQuestion({ ...compact, act: 'merge' }, { ids: ['a'], patch: '' })),
      /^Choose two/,
    );
  });

  it('is only for our own sessions that are live', () => {
    const item = {
      ...{ key: 'own:1', agent: '', title: '', folder: '', updated: 0, kept: false },
    };

    assert.equal(canAct('own:1', [{ ...item, live: true }]), true);
    assert.equal(canAct('own:1', [{ ...item, live: false }]), false);
    assert.equal(canAct('file:/a', [{ ...item, key: 'file:/a', live: true }]), false);
  });
});

describe('what an act comes to', () => {
  it('says what leaves, what is paid again and when that is made up for', () => {
    assert.deepEqual(actWords({ ...accepted, invalidated: 900, breakEven: 3 }, true), [
      '1,200 tokens would leave the window.',
      'The next request pays 900 tokens again that the cache has now.',
      'What is freed makes up for that after 3 requests.',
    ]);
    assert.match(actWords({ ...accepted, invalidated: 900 }, true)[2] ?? '', /never/);
  });

  it('says so if the window grows or stays, and names the blocks', () => {
    assert.equal(actWords({ ...accepted, freed: -1 }, false)[0], 'The window grew by 1 token.');
    assert.match(actWords({ ...accepted, freed: 0 }, true)[0] ?? '', /stays/);
    assert.deepEqual(
      actWords({ ...accepted, targets: [...'abcdefgh'], created: ['s'] }, true).slice(2),
      ['Changed: a, b, c, d, e, f and 2 more.', 'Made: s.'],
    );
  });
});

describe('an export', () => {
  it('has one rule a line, and says which is no regular expression', () => {
    const choice = { as: 'json', texts: true, rules: 'a+\n\n b' } as const;

    assert.deepEqual(exportQuestion(choice, 'patch_001'), {
      ...{ as: 'json', patch: 'patch_001', texts: true },
      redact: ['a+', ' b'],
    });
    assert.equal(
      exportQuestion({ ...choice, rules: 'ok\n(' }, 'patch_001'),
      '“(” is no regular expression.',
    );
  });
});
