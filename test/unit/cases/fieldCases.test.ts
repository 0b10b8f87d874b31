import { whitespaceCases } from '../../contract/cases/whitespace.cases.ts';
import { makeFileCases } from '../../fakes/fileCases.ts';

describe('field cases on the file adapter', () => {
  whitespaceCases(makeFileCases);
});
