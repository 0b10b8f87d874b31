import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { AgentTools } from '../../../../src/core/agent/agentModel.ts';
import { AgentTurn } from '../../../../src/core/agent/agentTurn.ts';
import { maintenanceInstruction } from '../../../../src/core/agent/maintainContext.ts';
import { requestSize } from '../../../../src/core/agent/requestSize.ts';
import { CareBench, tools } from './careBench.ts';

/** A turn over a session, and the names of the tools that it runs. */
function turnOf(bench: CareBench): { readonly turn: AgentTurn; readonly run: string[] } {
  const run: string[] = [];
  let ids = 0;
  const own: AgentTools = {
    list: () => tools,
    invoke: ({ name }) => {
      run.push(name);
      return Promise.resolve({ text: 'done', failed: false });
    },
  };
  const turn = new AgentTurn({
    ...{ care: bench.care, model: bench.model, tools: own, maxSteps: 5 },
    output: { text: () => undefined, progress: () => undefined },
    random: { hex: (length) => String((ids += 1)).padStart(length, '0') },
    signal: new AbortController().signal,
  });
  return { turn, run };
}

describe('the request between two questions', () => {
  it('names the tools of every other request, so that a cache can be read, and runs context-update only', async () => {
    const bench = await CareBench.begin();
    await bench.step(7300);
    const { turn, run } = turnOf(bench);
    const call = (id: string, name: string) =>
      ({ type: 'call', call: { id, name, arguments: '{}' } }) as const;
    bench.model.answers = [[call('a', 'be-read'), call('b', 'context-update')]];

    await turn.run('And then?');

    const [aside, question] = bench.model.requests;
    assert.equal(aside?.messages.at(-1)?.text, maintenanceInstruction);
    assert.deepEqual(aside.tools, question?.tools);
    assert.deepEqual(run, ['context-update']);
  });

  it('is estimated with all that it carries', async () => {
    const bench = await CareBench.begin();
    await bench.step(7300);
    const { session } = bench.context;
    const expected = requestSize(
      session.outline,
      [session.manifest(), { role: 'user', text: maintenanceInstruction }],
      tools,
    );

    await turnOf(bench).turn.run('And then?');

    const noted = session.state.calls.find(({ purpose }) => purpose === 'maintenance');
    assert.equal(noted?.estimate, expected);
  });

  it('is not made while there is room', async () => {
    const bench = await CareBench.begin();
    await bench.step(3000);

    await turnOf(bench).turn.run('And then?');

    assert.equal(bench.model.requests.length, 1);
  });

  it('is not made where it would not fit; the net acts instead', async () => {
    const bench = await CareBench.begin();
    await bench.step(9000);
    await bench.step(2000);

    await turnOf(bench).turn.run('And then?');

    assert.deepEqual(
      bench.context.session.state.calls.filter(({ purpose }) => purpose !== undefined),
      [],
    );
    assert.equal(bench.model.requests.length, 1);
    assert.equal(bench.context.session.state.metrics.fallbacks, 1);
  });
});
