import assert from 'node:assert/strict';
import { AgentTurn, cancelledResult } from '../../../../src/core/agent/agentTurn.ts';
import { StoreError } from '../../../../src/ports/store.ts';
import { AgentBench, called, said, ScriptedModel } from '../../../fakes/agentBench.ts';

describe('a turn', () => {
  it('shows the answer piece by piece, carries calls out, and keeps all of it in the context', async () => {
    const bench = await AgentBench.begin();
    const model = new ScriptedModel([
      [said('I '), said('look.'), called('look')],
      [said('It is '), said('blue.')],
    ]);

    const end = await bench.ask('what colour is it?', model);

    assert.deepEqual(end, { outcome: 'done', steps: 2 });
    assert.deepEqual(bench.shown, ['I ', 'look.', 'It is ', 'blue.']);
    assert.deepEqual(bench.progressed, ['look']);
    assert.deepEqual(await bench.blocks(), [
      ['user_message', 'what colour is it?'],
      ['assistant_message', 'I look.'],
      ['tool_result', 'seen'],
      ['assistant_message', 'It is blue.'],
    ]);
    assert.deepEqual(
      bench.context.session.state.calls.map(({ outcome }) => outcome),
      ['ok', 'ok'],
    );
  });

  it('that is cancelled in mid-stream keeps the text so far and no call', async () => {
    const bench = await AgentBench.begin();
    const stop = (): void => bench.controller.abort();
    const model = new ScriptedModel([[called('look'), said('Half'), stop, said(' and more')]]);

    const end = await bench.ask('go', model);

    assert.equal(end.outcome, 'cancelled');
    assert.deepEqual(await bench.blocks(), [
      ['user_message', 'go'],
      ['assistant_message', 'Half'],
    ]);
    assert.equal(bench.context.session.state.calls[0]?.outcome, 'cancelled');
    assert.deepEqual(bench.invoked, []);
  });

  it('that is cancelled in mid-tool gives every call a result, and runs no further one', async () => {
    const bench = await AgentBench.begin();
    bench.look = () => {
      bench.controller.abort();
      return Promise.reject(new Error('aborted'));
    };
    const model = new ScriptedModel([[called('look'), called('look')], [said('never')]]);

    const end = await bench.ask('go', model);

    assert.equal(end.outcome, 'cancelled');
    assert.equal(bench.invoked.length, 1);
    assert.deepEqual((await bench.blocks()).slice(2), [
      ['tool_result', cancelledResult],
      ['tool_result', cancelledResult],
    ]);
    assert.equal(model.requests.length, 1);
  });

  it('ends with what the provider threw, and keeps the text before it', async () => {
    const bench = await AgentBench.begin();
    const problem = new Error('out of tea');
    const model = new ScriptedModel([[said('Half'), problem], [said('Whole')]]);

    const end = await bench.ask('go', model);
    const again = await new AgentTurn(bench.parts(model)).resume();

    assert.deepEqual(end, { outcome: 'failed', steps: 1, problem });
    assert.equal(again.outcome, 'done');
    assert.deepEqual(
      (await bench.blocks()).map(([, text]) => text),
      ['go', 'Half', 'Whole'],
    );
  });

  it('gives the model what a tool threw as a failed result', async () => {
    const bench = await AgentBench.begin();
    bench.look = () => Promise.reject(new Error('no eyes'));
    const model = new ScriptedModel([[called('look')], [said('I see.')]]);

    await bench.ask('go', model);

    const result = model.requests[1]?.messages.find(({ role }) => role === 'tool');
    assert.equal(result?.failed, true);
    assert.match(result.text, /The tool failed: no eyes/);
  });

  it('makes the model call the tools that the user named first, one a request', async () => {
    const bench = await AgentBench.begin();
    const [look] = bench.tools.list();
    const named = { name: 'weather', description: 'Says it.', schema: { type: 'object' } };
    const tools = { ...bench.tools, named: [named, ...(look === undefined ? [] : [look])] };
    const model = new ScriptedModel([[called('weather')], [called('look')], [said('Rain.')]]);

    await new AgentTurn({ ...bench.parts(model), tools }).run('#weather #look at it');

    assert.deepEqual(
      model.requests.map(({ tools: offered, required }) => [
        offered.map(({ name }) => name),
        required === true,
      ]),
      [
        [['weather'], true],
        [['look'], true],
        [['look', 'context-update'], false],
      ],
    );
  });

  it('answers while the disk is full, and all of it is stored with the next one', async () => {
    const bench = await AgentBench.begin();
    bench.context.store.fault = new StoreError('full', 'full');
    const model = new ScriptedModel([[called('look')], [said('I see.')], [said('Still.')]]);

    const end = await bench.ask('go', model);
    const { waiting } = bench.context.session;
    bench.context.store.fault = undefined;
    await bench.ask('and now?', model);
    await bench.reopen();

    assert.equal(end.outcome, 'done');
    assert.ok(waiting > 3);
    assert.deepEqual(
      (await bench.blocks()).map(([, text]) => text),
      ['go', '', 'seen', 'I see.', 'and now?', 'Still.'],
    );
  });

  it('makes no more requests than it may', async () => {
    const bench = await AgentBench.begin();
    const model = new ScriptedModel([() => [called('look')]]);

    const end = await bench.ask('go', model, 3);

    assert.deepEqual(end, { outcome: 'steps', steps: 3 });
    assert.equal(model.requests.length, 3);
    assert.equal(bench.context.session.view().at(-1)?.role, 'tool');
  });

  it('sends nothing that does not fit', async () => {
    const bench = await AgentBench.begin();
    const model = new ScriptedModel([[said('never')]]);
    model.window = 200;

    const end = await bench.ask('many different words stand here '.repeat(100), model);

    assert.deepEqual(end, { outcome: 'full', steps: 0 });
    assert.equal(model.requests.length, 0);
  });

  it('answers the calls that a crash left open before it takes the next question', async () => {
    const bench = await AgentBench.begin();
    await bench.context.user('go');
    await bench.context.assistant('', [
      { id: 'a', name: 'look', arguments: '{}' },
      { id: 'b', name: 'look', arguments: '{}' },
    ]);
    await bench.context.result('a', 'seen', 'look');
    await bench.reopen();
    const model = new ScriptedModel([[said('Well.')]]);

    await bench.ask('and now?', model);

    const roles = model.requests[0]?.messages.map(({ role, call }) => call ?? role);
    assert.deepEqual(roles, ['user', 'assistant', 'a', 'b', 'user']);
    assert.match(model.requests[0]?.messages[3]?.text ?? '', /cut off before its result was kept/);
  });

  it('leaves a session that its journal gives again, view by view', async () => {
    const bench = await AgentBench.begin();
    const model = new ScriptedModel([[said('x'), called('look')], [said('y')]]);
    await bench.ask('go', model);
    const before = bench.context.shown();

    await bench.reopen();

    assert.equal(bench.context.shown(), before);
    assert.equal(bench.context.session.viewHash, (await bench.context.reopened()).viewHash);
  });
});
