import assert from 'node:assert/strict';
import { once } from 'node:events';
import { parseBody } from '../../../src/mcp/unreadable.ts';
import {
  callBody,
  FakeToolService,
  initialize,
  openRequest,
  startRig,
  stopRigs,
} from './mcpRig.ts';

describe('an answer that does not reach its client', () => {
  afterEach(stopRigs);

  it('is told to the tools by the session and the id that the call had', async () => {
    const lost: string[] = [];
    const service = Object.assign(new FakeToolService(), {
      answerLost: (session: string, request: string | number) => lost.push(`${session} ${request}`),
    });
    const { port } = await startRig({ service });
    const outgoing = openRequest(port, { headers: { 'mcp-session-id': await initialize(port) } });
    outgoing.on('error', () => undefined);
    outgoing.end(callBody(7, {}, 'be-hang'));
    await service.until(() => service.calls.length === 1);
    const [call] = service.calls;
    assert.ok(call?.signal);

    const aborted = once(call.signal, 'abort');
    outgoing.destroy();
    await aborted;

    assert.deepEqual(lost, [`${call.caller.session} ${String(call.caller.request)}`]);
    assert.equal(call.caller.request, 7);
  });
});

describe('JS-04 a body whose path has backslashes that are not escaped', () => {
  it('is refused with the path as it came, not decoded', () => {
    const body = '{"file":"C:\\Users\\u0041dmin\\work\\a.txt:1","content":"x"}';

    const parsed = parseBody(Buffer.from(body));

    assert.ok(!parsed.ok);
    assert.match(parsed.problem, /backslashes in "file" are not escaped/);
    assert.ok(parsed.problem.includes('C:\\Users\\u0041dmin\\work\\a.txt:1'), parsed.problem);
  });

  it('is told apart from a bad escape elsewhere', () => {
    const parsed = parseBody(Buffer.from('{"file":"a.txt","content":"C:\\Users"}'));

    assert.ok(!parsed.ok);
    assert.doesNotMatch(parsed.problem, /not escaped/);
  });
});
