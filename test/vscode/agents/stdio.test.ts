import assert from 'node:assert/strict';
import { agentNames } from '../../../scripts/agents/agentPackages.ts';
import { editingSession } from './editingSession.ts';

describe('an agent that starts the server itself', () => {
  for (const agent of agentNames) {
    it(`works with every tool through the window: ${agent}`, async () => {
      const { file, disk, lost, received } = await editingSession(agent, 'stdio');

      const text = `${lost}one\nTWO\nthree\nthree and a half\nfour\nfive\nmine\n`;
      assert.equal(file, text);
      assert.ok(/6(\t|\\t)mine/.test(received.read));
      assert.match(received.failed, /outside-workspace/);
      assert.equal(disk, 'one\ntwo\nthree\nfour\nfive\n');
    });
  }
});
