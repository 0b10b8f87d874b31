import assert from 'node:assert/strict';
import { StoreError } from '../../../src/ports/store.ts';
import { nudgeText } from '../../../src/core/context/budget/nudge.ts';
import { budgetReport } from '../../../src/core/context/budget/report.ts';
import { measureBudget } from '../../../src/core/context/budget/ladder.ts';
import { visibleBlocks } from '../../../src/core/context/outline.ts';
import { liveBenchEach } from '../../fakes/liveBench.ts';
import { answerBytes, chipOf, textField, warningsOf } from '../../fakes/workbench.ts';

const log = 'a line of the log\n'.repeat(300);
const offload = (...ids: readonly string[]): object => ({
  op: 'payload_offload',
  ids,
  replace_with: { description: 'a log', summary: 'all green', retrieval_hint: 'for times' },
});
const update = (...operations: readonly unknown[]): object => ({
  reason: 'it was read',
  operations,
});

describe('context-update', () => {
  // system_001, user_002, assistant_003, tool_004, tool_005
  const on = liveBenchEach([log, 'short']);

  it('changes the context of the only conversation, and says what came of it', async () => {
    const { context, tools } = on();
    on().budget = measureBudget({ window: 1000, reservedOutput: 200, used: 600 });

    const answer = await tools.good('context-update', update(offload('tool_004')));

    const { freed_tokens: freed, token_delta: delta, ...rest } = answer.structured;
    assert.deepEqual(rest, {
      status: 'ok',
      session: 's1',
      patch_id: 'patch_001',
      applied: 1,
      budget: 'soft: 600 of 800 tokens (75 %)',
      take_back: { op: 'restore', patch_id: 'patch_001' },
    });
    assert.ok(Number(freed) > 500);
    assert.equal(delta, -Number(freed));
    assert.match(context.shown(), /all green/);
    assert.doesNotMatch(context.shown(), /a line of the log/);
    assert.equal([...context.session.state.patches][0]?.actor, 'agent');
  });

  it('takes a patch back by the operation that its answer gives', async () => {
    const { context, tools } = on();
    const before = JSON.stringify(context.session.view());
    const done = await tools.good('context-update', update(offload('tool_004')));

    const back = await tools.good('context-update', update(done.structured['take_back']));

    assert.equal(JSON.stringify(context.session.view()), before);
    assert.equal(back.structured['freed_tokens'], 0);
    assert.equal(back.structured['token_delta'], done.structured['freed_tokens']);
  });

  it('names the blocks that it made', async () => {
    const answer = await on().tools.good(
      'context-update',
      update({
        ...{ op: 'compact', ids: ['assistant_003', 'tool_004', 'tool_005'], drop: [] },
        output: { description: 'the log', content: 'All is green.' },
        preserve: ['that all is green'],
      }),
    );

    assert.deepEqual(answer.structured['created'], ['summary_006']);
    assert.match(on().context.shown(), /All is green/);
  });

  it('takes no operations as nothing to do', async () => {
    const answer = await on().tools.good('context-update', update());

    assert.equal(answer.structured['applied'], 0);
    assert.equal('patch_id' in answer.structured, false);
    assert.equal(on().context.session.state.patchCount, 0);
  });

  it('says why there is no budget', async () => {
    const budgetOf = async (): Promise<unknown> =>
      (await on().tools.good('context-update', update())).structured['budget'];
    assert.match(String(await budgetOf()), /^unknown: there was no request/);
    on().budget = measureBudget({ used: 100 });
    assert.match(String(await budgetOf()), /^unknown: The size of the model's context window/);
  });

  it('gives every rejection and changes nothing; the arguments are kept and can be sent again', async () => {
    const { context, tools } = on();
    const before = context.shown();

    const answer = await tools.bad(
      'patch-refused',
      'context-update',
      update(offload('tool_004'), offload('tool_099'), offload('user_002')),
    );

    assert.match(textField(answer, 'message'), /^Nothing was changed: 2 rules/);
    const [unknown, kind, more] = answer.structured['rejections'] as readonly string[];
    assert.match(unknown ?? '', /^operations\[1\], unknown_id: There is no block "tool_099"/);
    assert.match(kind ?? '', /^operations\[2\], offload_kind: user_002 is a user_message/);
    assert.equal(more, undefined);
    assert.match(answer.text, /There is no block "tool_099"/);
    assert.equal(context.shown(), before);
    const chip = chipOf(answer);
    assert.match(textField(answer, 'chip_note'), /"as":"call"/);
    const call = { from: `chip://${chip}`, as: 'call', with: update(offload('tool_004')) };
    const preview = await tools.good('be-insert-chip', { ...call, preview: true });
    assert.match(preview.text, /Nothing was done/);
    assert.equal(context.shown(), before);
    const again = await tools.good('be-insert-chip', call);
    assert.deepEqual(
      [again.structured['patch_id'], again.structured['tool']],
      ['patch_001', 'context-update'],
    );
    assert.notEqual((await tools.store.chip(chip))?.replayed, undefined);
  });

  it('says which rule is about all operations together', async () => {
    const answer = await on().tools.bad(
      'patch-refused',
      'context-update',
      update({ op: 'set_visibility', ids: ['tool_004'] }),
    );

    assert.match(answer.text, /^- all operations together, chain_atomicity: /m);
  });

  it('stays within an answer, however many rules are broken and however long the ids are', async () => {
    const operations = Array.from({ length: 100 }, (_, index) =>
      offload(`${index}${'x'.repeat(2000)}`),
    );

    const answer = await on().tools.bad('patch-refused', 'context-update', update(...operations));

    const shown = (answer.structured['rejections'] as unknown[]).length;
    assert.equal(shown + Number(answer.structured['more_rejections']), 100);
    assert.ok(answerBytes(answer) <= 10_000, `${answerBytes(answer)}`);
  });

  it('refuses items that are no operations before anything is done, with one that is', async () => {
    const answer = await on().tools.bad(
      'bad-arguments',
      'context-update',
      update(offload('tool_004'), { op: 'archive', ids: ['tool_004'] }),
    );

    assert.match(answer.text, /operations\[1\]: There is no operation "archive"; .*set_visibility/);
    assert.match(textField(answer, 'advice'), /"payload_offload"/);
    assert.equal(on().context.session.state.patchCount, 0);
  });

  it('called by the model itself offloads results beside it, and leaves the chain it is in', async () => {
    const [read] = await on().calling('be-read', 'context-update');
    const result = await on().context.result(read?.id ?? '', log);
    const head = on().context.session.state.get(result)?.result?.head ?? '';

    const collapse = await on().tools.bad(
      'patch-refused',
      'context-update',
      update({ op: 'set_visibility', ids: [head, result], visibility: 'archived' }),
    );
    await on().tools.good('context-update', update(offload(result)));

    assert.match(collapse.text, /chain_open/);
    assert.match(on().context.shown(), /artifact:\/\/tool_007@v1/);
  });

  it('takes what strict and careless clients send: JSON text, nulls, one id', async () => {
    const item = { ...offload(), ids: ' tool_004 ', preserve: null, output: null };
    const args = { session: null, reason: 'x', operations: JSON.stringify([item]) };

    const answer = await on().tools.good('context-update', args);

    assert.equal(answer.structured['applied'], 1);
  });

  it('works in a workspace that is not trusted, as it changes no file', async () => {
    on().tools.workspace.setTrusted(false);

    await on().tools.good('context-update', update(offload('tool_004')));
  });

  it('is the person’s patch when a person makes it', async () => {
    const caller = { person: true };

    await on().tools.good('context-update', update(offload('tool_004')), { caller });

    assert.equal([...on().context.session.state.patches][0]?.actor, 'user');
    const back = update({ op: 'restore', patch_id: 'patch_001' });
    assert.match(
      (await on().tools.bad('patch-refused', 'context-update', back)).text,
      /patch_foreign/,
    );
  });

  it('is not done when it was cancelled', async () => {
    const over = { signal: AbortSignal.abort() };

    await on().tools.bad('cancelled', 'context-update', update(offload('tool_004')), over);

    assert.equal(on().context.session.state.patchCount, 0);
  });

  it('is only shown, not done, by a preview', async () => {
    const preview = await on().tools.runtime.preview(
      'context-update',
      update(offload('tool_004')),
      { client: 'x', session: 'y' },
    );

    assert.ok(preview.ok);
    assert.match(preview.value.warnings.join(), /conversation s1, and no file: 1 operations/);
    assert.equal(on().context.session.state.patchCount, 0);
  });

  it('says that the conversation went on elsewhere', async () => {
    const other = await on().context.reopened();
    await other.ingest([{ kind: 'user_message', text: 'elsewhere' }]);

    const answer = await on().tools.bad(
      'session-conflict',
      'context-update',
      update(offload('tool_004')),
    );

    assert.match(textField(answer, 'message'), /another window, so nothing was changed/);
    assert.equal(on().context.session.state.patchCount, 0);
  });

  it('is done, with a warning, while the journal cannot be written', async () => {
    on().context.store.fault = new StoreError('locked', 'locked');

    const answer = await on().tools.good('context-update', update(offload('tool_004')));

    assert.match(warningsOf(answer), /journal can not be written now: 2 events wait/);
  });

  it('says that a text cannot be read', async () => {
    await on().tools.good('context-update', update(offload('tool_004')));
    on().context.store.artifacts = () => Promise.reject(new StoreError('locked', 'locked'));

    const answer = await on().tools.bad(
      'nothing-kept',
      'context-update',
      update({ op: 'restore', ids: ['tool_004'] }),
    );

    assert.match(answer.text, /Nothing was changed: the texts of the conversation/);
  });

  it('is recorded with arguments and result, and no file', async () => {
    const args = update(offload('tool_004'));
    await on().tools.good('context-update', args);

    const [call] = await on().tools.store.calls(1);
    const kept = async (key = ''): Promise<string> =>
      Buffer.from((await on().tools.store.payload(key)) ?? []).toString();

    assert.deepEqual(
      [call?.tool, call?.outcome, call?.file, call?.lines, call?.event],
      ['context-update', 'ok', undefined, undefined, undefined],
    );
    assert.deepEqual(JSON.parse(await kept(call?.arguments)), args);
    assert.match(await kept(call?.result), /patch_001/);
  });

  it('takes the example of its description, and that of a nudge', async () => {
    const { context, tools } = on();
    const spec = tools.runtime.tools.list().find(({ name }) => name === 'context-update');
    const example = /\{.*\}/.exec(spec?.description ?? '')?.[0] ?? '';
    const budget = measureBudget({ window: 1000, used: 900 });
    const report = budgetReport({ blocks: visibleBlocks(context.session.state), budget });
    assert.ok(report !== undefined);
    const nudge = /context-update (\{.*\})/.exec(nudgeText(report) ?? '')?.[1] ?? '';

    await tools.good('context-update', JSON.parse(nudge));
    await tools.good('context-update', JSON.parse(example.replace('tool_003', 'tool_005')));
  });

  it('shows clients the form of an operation, in which every list says what is in it', () => {
    const spec = on()
      .tools.runtime.tools.list()
      .find(({ name }) => name === 'context-update');
    const { operations } = spec?.inputSchema['properties'] as Record<string, Shown>;

    assert.deepEqual(Object.keys(operations?.items?.properties ?? {}), [
      ...['op', 'ids', 'output', 'preserve', 'drop', 'replace_with', 'resolution'],
      ...['scope_label', 'visibility', 'drop_fields', 'content', 'patch_id'],
    ]);
    assert.deepEqual(operations?.items?.required, ['op']);
    const lists = Object.values(operations.items.properties ?? {}).filter(
      ({ type }) => type === 'array',
    );
    assert.deepEqual(
      lists.map(({ items }) => items?.type),
      ['string', 'string', 'string', 'string'],
    );
    assert.doesNotMatch(JSON.stringify(spec?.inputSchema), /"(\$schema|anyOf|oneOf|allOf|\$ref)"/);
  });
});

interface Shown {
  readonly type?: string;
  readonly items?: Shown;
  readonly properties?: Readonly<Record<string, Shown>>;
  readonly required?: readonly string[];
}
