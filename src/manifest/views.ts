/** The container in the activity bar. */
export const viewContainer = {
  id: 'chipboard',
  title: 'Chipboard',
  icon: 'media/chipboard.svg',
} as const;

/** The views in the container. */
export const views = {
  panel: { id: 'chipboard.panel', name: 'Chipboard', type: 'webview', icon: 'media/chipboard.svg' },
  sessions: {
    id: 'chipboard.sessions',
    name: 'Agent Sessions',
    type: 'tree',
    icon: 'media/chipboard.svg',
    // Nothing is read before a person opens it.
    visibility: 'collapsed',
  },
} as const;

/** Type of the page in an editor tab. */
export const pageViewType = 'chipboard.page';

/** Id under which the MCP server is registered with the editor. */
export const mcpProvider = { id: 'chipboard.mcp', label: 'Chipboard edit tools' } as const;
