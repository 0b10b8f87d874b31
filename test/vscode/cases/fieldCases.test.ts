import { whitespaceCases } from '../../contract/cases/whitespace.cases.ts';
import { closeCaseSessions, makeEditorCases } from './editorCases.ts';

describe('field cases in the editor', () => {
  after(closeCaseSessions);

  whitespaceCases(makeEditorCases);
});
