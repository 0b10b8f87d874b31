/** What a provider threw: the editor's name for it, where it has one, and its words. */
export interface ModelProblem {
  readonly code?: string;
  readonly message: string;
}

/** What is the matter in the failures that the editor tells apart, and what to do about them. */
const known: Readonly<Record<string, readonly [matter: string, way: string]>> = {
  NoPermissions: [
    'VS Code does not let Chipboard use this model',
    'Allow it with the command "Manage Language Model Access", or choose another model, then Continue.',
  ],
  NotFound: ['This model is not there any more', 'Choose another one, then Continue.'],
  Blocked: ['The provider refused the request', 'Wait, or choose another model, then Continue.'],
};

const other = [
  'The model failed',
  'Continue tries again; nothing of what was done is lost.',
] as const;

/** Says that a model failed, what its provider said, and how to go on. */
export function failureSentences({ code = '', message }: ModelProblem): string {
  const said = message.trim();
  const [matter, way] = (Object.hasOwn(known, code) ? known[code] : undefined) ?? other;
  const sentence = said === '' ? matter : `${matter}: ${said}`;
  return `${sentence}${/[.!?]$/.test(sentence) ? '' : '.'} ${way}`;
}
