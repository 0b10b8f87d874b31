import assert from 'node:assert/strict';
import { failureSentences } from '../../../../src/core/agent/modelFailure.ts';

describe('the sentences about a model that failed', () => {
  it('say what the provider said, once and as a sentence, and how to go on', () => {
    const said = failureSentences({ message: 'out of tea' });
    const asked = failureSentences({ message: 'Are you there?', code: 'Unknown' });
    const silent = failureSentences({ message: ' ' });

    assert.equal(
      said,
      'The model failed: out of tea. Continue tries again; nothing of what was done is lost.',
    );
    assert.match(asked, /^The model failed: Are you there\? Continue/);
    assert.match(silent, /^The model failed\. Continue/);
  });

  it('say what to do where trying again alone does not help', () => {
    const blocked = failureSentences({ code: 'Blocked', message: 'Quota used up' });
    const gone = failureSentences({ code: 'NotFound', message: '' });

    assert.match(
      blocked,
      /^The provider refused the request: Quota used up\. Wait, or choose another model, then Continue\.$/,
    );
    assert.match(gone, /^This model is not there any more\. Choose another one, then Continue\.$/);
  });
});
