import type { CommandEntry } from './commands.ts';
import { participant } from './chat.ts';
import { commandCategory, commands, menus } from './commands.ts';
import { settings } from './settings.ts';
import { mcpProvider, viewContainer, views } from './views.ts';
import { viewsWelcome } from './welcome.ts';

/** The parts of package.json that are made from the tables in this folder. */
export function manifestParts(): Record<string, unknown> {
  const entries: readonly CommandEntry[] = Object.values(commands);
  return {
    contributes: {
      commands: entries.map(({ id, title, icon }) => ({
        command: id,
        title,
        category: commandCategory,
        ...(icon === undefined ? {} : { icon }),
      })),
      menus,
      configuration: { title: 'Chipboard', properties: settings },
      viewsContainers: { activitybar: [viewContainer] },
      views: { [viewContainer.id]: Object.values(views) },
      viewsWelcome,
      mcpServerDefinitionProviders: [mcpProvider],
      chatParticipants: [participant],
    },
    capabilities: {
      untrustedWorkspaces: {
        supported: 'limited',
        description:
          'In a workspace you have not trusted, agents can read files but not change them.',
        // Whatever widens what agents may do must not be set by the workspace itself.
        restrictedConfigurations: Object.keys(settings),
      },
      virtualWorkspaces: {
        supported: false,
        description: 'Chipboard works on files on disk; in a virtual workspace there are none.',
      },
    },
  };
}
