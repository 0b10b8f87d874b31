/** The participant of the editor's chat. The commands are those of a person; the model calls tools. */
export const participant = {
  id: 'chipboard.agent',
  name: 'chipboard',
  fullName: 'Chipboard',
  description: 'Works on files of any size, and keeps its context within the window',
  isSticky: true,
  commands: [
    { name: 'context', description: 'Show what is in the context, and how full it is' },
    { name: 'compact', description: 'Make room in the context; say what has to stay' },
    { name: 'pin', description: 'Keep blocks in the context: /pin tool_004, or /pin -tool_004' },
    { name: 'undo', description: 'Take back the last change of the context, or /undo patch_003' },
  ],
} as const;

/** A command of the participant. */
export type ChatCommand = (typeof participant.commands)[number]['name'];
