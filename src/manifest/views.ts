/** The container in the activity bar. */
export const viewContainer = {
  id: 'chipboard',
  title: 'Chipboard',
  icon: 'media/chipboard.svg',
} as const;

/** The views in the container. */
export const views = {
  chips: { id: 'chipboard.chips', name: 'Chips', icon: 'media/chipboard.svg' },
} as const;

/** What a view says while it has nothing to show. */
export const viewsWelcome = [
  {
    view: views.chips.id,
    contents:
      "No chips yet.\n\nWhen an agent's edit fails, or it deletes lines, the text is kept here as a chip, and you can put it back after seeing the diff.\n\n[Copy MCP Connection](command:chipboard.mcp.copyConnection)",
  },
] as const;

/** Id under which the MCP server is registered with the editor. */
export const mcpProvider = { id: 'chipboard.mcp', label: 'Chipboard edit tools' } as const;
