import assert from 'node:assert/strict';
import { breakEvenRequests } from '../../../../../src/core/context/budget/breakEven.ts';

describe('requests after which a patch has paid', () => {
  it('are those whose saved reads outweigh what is written to the cache anew', () => {
    const [freed, invalidated] = [1000, 5000];
    const requests = breakEvenRequests(freed, invalidated) ?? 0;

    const dearer = (invalidated - freed) * (1.25 - 0.1);
    const saved = freed * 0.1;
    assert.ok(saved * requests >= dearer && saved * (requests - 1) < dearer);
  });

  it('are not told where nothing is freed, or nothing is paid anew', () => {
    const told = [
      breakEvenRequests(0, 500),
      breakEvenRequests(-20, 500),
      breakEvenRequests(80, 80),
    ];

    assert.deepEqual(told, [undefined, undefined, undefined]);
  });
});
