import * as l10n from '@vscode/l10n';
import type { SessionRequests } from '../../src/protocol/sessions.ts';
import type { AppModel } from '../model.ts';

/** Shows the details of a block of the shown session in the list of blocks. */
export function showBlock(model: AppModel, block: number): void {
  model.chooseContext({ block, tab: 'blocks' });
}

/** Opens the place of a block's text in the editor. */
export function openPlace(
  model: AppModel,
  block: number,
  what: SessionRequests['session/place']['params']['what'],
): void {
  const { shown } = model.sessions;
  if (shown !== undefined) {
    void model.client.run(l10n.t('Opening the place'), 'session/place', {
      at: shown.at,
      block,
      what,
    });
  }
}
