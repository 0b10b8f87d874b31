import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { visibleBlocks } from '../../../src/core/context/outline.ts';
import { commands } from '../../../src/manifest/commands.ts';
import { inPage, lineLabels, tab, textIn, untilLine, untilText } from '../panel/pageDriver.ts';
import { until } from '../workspaceFiles.ts';
import { ask, newThread } from './chat.ts';
import { DocumentReader, putDocuments } from './documents.ts';
import { Journal } from './journal.ts';
import { provider } from './rig.ts';
import { say } from './scriptedProvider.ts';

describe('a live session of @chipboard, inspected', () => {
  const journal = new Journal();

  after(() => journal.close());

  /** A thread in which two documents were read and put aside, and the page that shows it. */
  async function begin(prefix: string): Promise<void> {
    const reader = new DocumentReader(await putDocuments(prefix, 2), true);
    provider.script = (request) => reader.answer(request);
    await newThread();
    await ask('read the documents');
    await vscode.commands.executeCommand(commands.showContext.id);
    await untilText(tab, '.turn-readout', /^Turn 4 of 4/);
  }

  const isWhole = ({ kind, content }: ReturnType<typeof visibleBlocks>[number]): boolean =>
    kind === 'tool_result' && content.form === 'inline';

  const list = (name: string): Promise<unknown> =>
    inPage(tab, 'click', { selector: `#context-${name}` });

  const openBlock = async (id: string): Promise<void> => {
    await list('blocks');
    await inPage(tab, 'click', { selector: `block-list .list-line[aria-label^="${id},"]` });
    await untilText(tab, 'block-detail .sub', new RegExp(`^${id}`));
    await inPage(tab, 'click', { selector: '.change summary' });
  };

  it('shows the patches that the agent makes, and each turn while it works', async () => {
    await begin('watched');
    await list('patches');
    await untilLine(tab, /patch_002|Offload/);
    const patches = await lineLabels(tab);
    let told = 0;
    provider.script = () => {
      told = Date.now();
      return say('No more.');
    };
    const asked = ask('is there more?');
    await untilText(tab, '.turn-readout', /^Turn 5 of 5/);
    // Measured, not asserted: the machine may be busy.
    // eslint-disable-next-line no-console
    console.log(`      the turn was shown ${Date.now() - told} ms after the model was asked`);
    await asked;

    assert.equal(patches.filter((label) => /Offload/.test(label)).length, 2);
    assert.ok(
      patches.every((label) => /recorded/.test(label) && /the model|the agent/.test(label)),
      patches.join('; '),
    );
    assert.equal((await journal.session()).state.patchCount, 2);
  });

  it('is changed by an archive of a block, which is looked at before and taken back after', async () => {
    await begin('archived');
    const { state } = await journal.session();
    const id = visibleBlocks(state).find(isWhole)?.id ?? '';
    await openBlock(id);
    await untilText(tab, '.change .act-words', /\S/);
    const before = (await journal.session()).state.get(id)?.visibility;

    await inPage(tab, 'click', { selector: '.change [data-name="act"]' });
    const isNow = async (visibility: string): Promise<boolean> =>
      (await journal.session()).state.get(id)?.visibility === visibility;
    await until('it is archived', () => isNow('archived'));
    await list('patches');
    await untilLine(tab, /Visibility|Archive/);
    await inPage(tab, 'click', { selector: 'patch-list .list-line' });
    await untilText(tab, 'loss-record .sub', /by (you|the user|a person)/);
    await untilText(tab, 'loss-record act-form .act-words', /\S/);
    await inPage(tab, 'click', { selector: 'loss-record act-form [data-name="act"]' });

    await until('it is back', () => isNow('model'));
    await untilLine(tab, /Undo/);
    assert.equal(before, 'model');
  });

  it('says in the rule’s words why a change is refused, and does not make it', async () => {
    await begin('refused');
    const { state } = await journal.session();
    const { id } = visibleBlocks(state).find(({ kind }) => kind === 'user_message') ?? {};
    await openBlock(id ?? '');
    const words = await untilText(tab, '.change .refusals', /Rule/);

    assert.match(words, new RegExp(id ?? ''));
    assert.equal(
      await inPage(tab, 'eval', {
        code: `document.querySelector('.change [data-name="act"]').hasAttribute('disabled')`,
      }),
      true,
    );
    assert.equal((await textIn(tab, '.change .refused')) !== '', true);
    assert.equal((await journal.session()).state.patchCount, state.patchCount);
  });
});
