import * as vscode from 'vscode';
import { commands } from '../../manifest/commands.ts';
import { connectAgent } from '../connect/connectAgent.ts';
import { ConfigDocuments } from '../connect/configDocuments.ts';
import { DisposableStore } from '../../core/lifecycle.ts';
import type { Contribution } from '../contribution.ts';
import { guarded } from './connection.ts';

/** The command that writes agents' configurations. */
export const connectContribution: Contribution = {
  name: 'Connect command',
  register(services) {
    const store = new DisposableStore();
    const documents = store.add(new ConfigDocuments());
    store.add(
      vscode.commands.registerCommand(commands.connectAgent.id, (agent?: unknown) =>
        guarded(services, () => connectAgent(services, documents, agent)),
      ),
    );
    return store;
  },
};
