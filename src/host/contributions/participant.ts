import * as vscode from 'vscode';
import { DisposableStore } from '../../core/lifecycle.ts';
import { participant } from '../../manifest/chat.ts';
import type { Contribution } from '../contribution.ts';
import { followUps } from '../followUps.ts';

/** The participant of the chat. What answers is in the runtime's bundle, loaded with the first request. */
export const participantContribution: Contribution = {
  name: 'Chat participant',
  register({ running, context }) {
    const store = new DisposableStore();
    const created = store.add(
      vscode.chat.createChatParticipant(participant.id, (request, chat, stream, token) =>
        running.get().chat.answer({ request, context: chat, stream, token }),
      ),
    );
    const icon = (file: string): vscode.Uri =>
      vscode.Uri.joinPath(context.extensionUri, 'media', file);
    created.iconPath = { light: icon('chipboard-light.svg'), dark: icon('chipboard.svg') };
    created.followupProvider = { provideFollowups: followUps };
    return store;
  },
};
