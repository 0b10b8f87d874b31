import type { AgentName } from '../../../scripts/agents/agentPackages.ts';
import assert from 'node:assert/strict';
import { followedSession, type FollowedSession } from './followedSession.ts';

/** The tests of one agent. Each has a window of its own: the home folder is the process's. */
export function followedTests(agent: AgentName): void {
  describe(`a session that is followed while ${agent} works`, () => {
    let seen: FollowedSession;

    before(async () => {
      seen = await followedSession(agent);
    });

    it('is told while it grows: each call before the next, and never less than before', () => {
      const { reports, file } = seen;
      const live = reports.filter(({ working }) => working);
      const told = new Set(live.map(({ calls }) => calls));

      for (let calls = 1; calls < seen.requests.length; calls += 1) {
        assert.ok(told.has(calls), `${calls} of ${JSON.stringify(reports)}`);
      }
      assert.ok(seen.requests.length > 3);
      assert.deepEqual(
        reports.map(({ calls }) => calls),
        reports.map(({ calls }) => calls).sort((a, b) => a - b),
      );
      assert.deepEqual(
        reports.map(({ records }) => records),
        reports.map(({ records }) => records).sort((a, b) => a - b),
      );
      assert.ok(reports.every(({ records }) => records <= file.lines));
      const delays = reports.slice(1).map(({ at, records }) => at - file.whenLines(records));
      // Measured, not asserted: the machine may be busy.
      // eslint-disable-next-line no-console
      console.log(`      told after ${delays.join(' ')} ms`);
    });

    it('is marked in the tree, with the calls so far', () => {
      const marked = seen.rows.filter((row) => row.includes('followed,'));

      assert.match(marked.at(0) ?? '', /, followed, \d+ calls?, active now$/);
      assert.ok(marked.at(-1)?.includes(`, followed, ${seen.requests.length} calls, `));
    });

    it('has the calls and the usage that its model answered with', () => {
      const { session, requests, last } = seen;
      const input = requests.reduce((sum, { usage }) => sum + usage.input, 0);
      const output = requests.reduce((sum, { usage }) => sum + usage.output, 0);
      const number = (value: number): string => value.toLocaleString('en-US');

      assert.deepEqual(
        session.calls.map(({ usage }) => [usage?.input, usage?.output]),
        requests.map(({ usage }) => [usage.input, usage.output]),
      );
      assert.match(last, new RegExp(`^ {2}${requests.length} calls, 1 question, `, 'm'));
      assert.match(
        last,
        new RegExp(
          `Counted by the provider in ${requests.length} calls: in ${number(input)} .*, out ${number(output)}$`,
          'm',
        ),
      );
      assert.match(last, /^Records: \d+, of which 0 could not be read, 0 are of unknown types/m);
    });

    it('has the texts that the agent sent and got', () => {
      const { session, requests, prompt } = seen;
      const texts = (kind: string): string[] =>
        session.blocks.filter((block) => block.kind === kind).map(({ text }) => text);
      const moves = requests.map(({ move }) => move);
      const called = moves.flatMap((move) => (move.kind === 'call' ? [move] : []));
      const calls = session.blocks.filter(({ kind }) => kind === 'tool_call');

      assert.deepEqual(
        calls.map(({ tool = '' }) => tool.replace(/^.*__/, '')),
        called.map(({ tool }) => tool.name.replace(/^.*__/, '')),
      );
      assert.deepEqual(
        calls.map(({ text }) => JSON.parse(text) as unknown),
        called.map(({ json }) => JSON.parse(json) as unknown),
      );
      assert.deepEqual(texts('tool_result'), requests.at(-1)?.results);
      assert.deepEqual(texts('user_message'), [prompt]);
      assert.deepEqual(texts('assistant_message'), [`all done with ${agent}-followed.txt`]);
    });

    it('changed the file by its tools', () => {
      assert.equal(seen.edited, 'one\nTWO\nthree\nthree and a half\nfour\n');
    });
  });
}
