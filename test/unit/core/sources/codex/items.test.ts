import assert from 'node:assert/strict';
import { codexFormat } from '../../../../../src/core/sources/codex/codexFormat.ts';
import { gave, header, item, read, said } from '../../../../fakes/rolloutLines.ts';

describe('items of Codex rollouts', () => {
  it('reads every kind of item', () => {
    const picture = {
      type: 'input_image',
      image_url: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAA',
    };
    const session = read([
      header(),
      item({
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: 'see' }, picture],
      }),
      item({
        type: 'reasoning',
        id: 'rs_1',
        summary: [],
        content: null,
        encrypted_content: 'A'.repeat(4000),
      }),
      item({
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'why' }],
        encrypted_content: 'B'.repeat(4000),
      }),
      item({
        type: 'local_shell_call',
        call_id: 'l',
        status: 'completed',
        action: { type: 'exec', command: ['ls'] },
      }),
      item({ type: 'web_search_call', id: 'w', status: 'completed', action: { query: 'q' } }),
      item({
        type: 'custom_tool_call',
        call_id: 'c',
        name: 'apply_patch',
        input: '*** Begin Patch\n*** Update File: src/a.ts\n',
      }),
      gave('l', { content: 'no', success: false }),
      item({
        type: 'custom_tool_call_output',
        call_id: 'c',
        output: '{"output":"x","metadata":{"exit_code":1}}',
      }),
      gave('unknown', [{ type: 'input_text', text: 'list' }, picture]),
      item({ type: 'ghost_snapshot', ghost_commit: {} }),
      item({ type: 'brand_new', text: 'x' }),
    ]);
    assert.deepEqual(
      session.blocks.map(({ kind, tool, fidelity, failed }) => [kind, tool, fidelity, failed]),
      [
        ['user_message', undefined, 'whole', undefined],
        ['reasoning_trace', undefined, 'sealed', undefined],
        ['reasoning_trace', undefined, 'sealed', undefined],
        ['tool_call', 'local_shell', 'whole', undefined],
        ['tool_call', 'web_search', 'whole', undefined],
        ['tool_call', 'apply_patch', 'whole', undefined],
        ['tool_result', 'local_shell', 'whole', true],
        ['tool_result', 'apply_patch', 'whole', true],
        ['tool_result', undefined, 'whole', undefined],
      ],
    );
    // (4000 × 3 / 4 − 650) / 4
    assert.equal(session.blocks[2]?.tokens, 588);
    assert.equal(session.blocks[2].description, 'why');
    assert.equal(session.blocks[5]?.path, 'src/a.ts');
    assert.deepEqual(session.coverage.unknown, { 'response_item brand_new': 1 });
    assert.deepEqual(session.coverage.beside, { 'response_item ghost_snapshot': 1 });
  });

  it('knows its files by what is in them', () => {
    const sample = (...records: unknown[]): boolean =>
      codexFormat.recognises({ path: 'x', text: '', records });
    assert.ok(sample(header()));
    assert.ok(sample(said('user', 'x')));
    assert.ok(sample({ record_type: 'state' }));
    assert.ok(sample({ type: 'message', role: 'user', content: [{ type: 'input_text' }] }));
    assert.ok(!sample({ id: 'x', timestamp: 'y', type: 'gemini', content: 'z' }));
    assert.ok(!sample({ type: 'user', uuid: 'x', message: { role: 'user', content: 'hi' } }));
    assert.ok(!sample({ type: 'session.start', data: {}, id: 'x', timestamp: 'y' }));
    assert.ok(!sample(null, 1, 'x', []));
  });
});
