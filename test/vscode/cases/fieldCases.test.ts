import { editorBufferCases } from './bufferCases.ts';
import { protocolCases } from '../../contract/cases/protocol.cases.ts';
import { largeCases } from '../../contract/cases/large.cases.ts';
import { bufferCases } from '../../contract/cases/buffers.cases.ts';
import { recoveryCases } from '../../contract/cases/recovery.cases.ts';
import { guardedCases } from '../../contract/cases/securityGuarded.cases.ts';
import { securityCases } from '../../contract/cases/security.cases.ts';
import { argumentCases } from '../../contract/cases/arguments.cases.ts';
import { byteModelCases } from '../../contract/cases/byteModel.cases.ts';
import { encodingCases } from '../../contract/cases/encoding.cases.ts';
import { staleCases } from '../../contract/cases/stale.cases.ts';
import { structureCases } from '../../contract/cases/structure.cases.ts';
import { whitespaceCases } from '../../contract/cases/whitespace.cases.ts';
import { closeCaseSessions, makeEditorCases } from './editorCases.ts';

describe('field cases in the editor', () => {
  after(closeCaseSessions);

  encodingCases(makeEditorCases);
  whitespaceCases(makeEditorCases);
  staleCases(makeEditorCases);
  argumentCases(makeEditorCases);
  byteModelCases(makeEditorCases, 20);
  securityCases(makeEditorCases);
  guardedCases(makeEditorCases);
  recoveryCases(makeEditorCases);
  bufferCases(makeEditorCases);
  largeCases(makeEditorCases);
  protocolCases(makeEditorCases);
  structureCases(makeEditorCases);
  editorBufferCases(makeEditorCases);
});
